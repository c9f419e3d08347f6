package player

// Words are the texts of a [Terminal] in one language: Black and White are the names of the colours, Unfinished and
// NothingToUndo sentences, Help the list of commands, and the others formats for package fmt whose arguments the
// comments name.
type Words struct {
	Black, White    string
	Prompt          string // colour
	Count           string // black's discs, white's discs
	ToMove          string // colour
	Thinking        string // colour, player
	Played          string // colour, square, discs turned over
	MustPass        string // colour
	Wins            string // colour, its discs with the empty squares, the other's discs, by how many
	Draw            string // discs of each
	EmptiesToWinner string // black's discs, white's discs
	Loses           string // colour, player, reason
	Unfinished      string
	Transcript      string // moves
	Legal           string // squares
	NoCommand       string // what was typed, last square
	Taken           string // square
	TurnsNothing    string // square, colour
	MayNotPass      string // colour
	NothingToUndo   string
	Undone          string // moves that are left
	Hint            string // square, score from the view of the side to move, plies
	HintExact       string // square, score
	Help            string
}

// WordsIn returns the words of a language: Japanese for "ja", English for any other.
func WordsIn(language string) Words {
	if language == "ja" {
		return japanese()
	}
	return english()
}

func english() Words {
	return Words{
		Black: "Black", White: "White",
		Prompt:          "%s> ",
		Count:           "Black X %d, White O %d",
		ToMove:          "%s to move",
		Thinking:        "%s (%s) is thinking…",
		Played:          "%s plays %s and turns over %d.",
		MustPass:        "%s has no legal move and must pass.",
		Wins:            "The game is over. %s wins %d to %d (%+d).",
		Draw:            "The game is over. It is a draw, %d to %d.",
		EmptiesToWinner: "On the board: Black %d, White %d. Empty squares count for the winner.",
		Loses:           "%s (%s) loses the game: %v",
		Unfinished:      "The game ends here, unfinished.",
		Transcript:      "Moves: %s",
		Legal:           "Legal moves: %s",
		NoCommand:       "%q is neither a square nor a command. Squares are a1 to %s; help lists the commands.",
		Taken:           "%s is taken.",
		TurnsNothing:    "%s turns nothing over for %s.",
		MayNotPass:      "%s has a legal move and may not pass.",
		NothingToUndo:   "There is no move of yours to take back.",
		Undone:          "Taken back. Moves: %s",
		Hint:            "kaeshi would play %s (%+.1f discs for you, %d moves ahead).",
		HintExact:       "kaeshi would play %s (%+.0f discs for you with best play by both).",
		Help: `Type a square, such as f5, to play there. On the board:
  X black   O white   . a legal move   - empty   [ ] the last move
Other words:
  moves  list the legal moves      hint  ask kaeshi for a move
  undo   take your last move back  pass  only when there is no legal move
  board  draw the board again      quit  leave the game`,
	}
}

func japanese() Words {
	return Words{
		Black: "黒", White: "白",
		Prompt:          "%s> ",
		Count:           "黒 X %d、白 O %d",
		ToMove:          "%sの番です",
		Thinking:        "%s（%s）が考えています…",
		Played:          "%sが%sに打ち、%d枚返しました。",
		MustPass:        "%sは打てるところがないのでパスです。",
		Wins:            "終局です。%sの勝ち、%d対%d（%+d）。",
		Draw:            "終局です。引き分け、%d対%d。",
		EmptiesToWinner: "盤上は黒%d、白%d。空きマスは勝者の石に数えます。",
		Loses:           "%s（%s）の負けです: %v",
		Unfinished:      "対局を途中で終わります。",
		Transcript:      "棋譜: %s",
		Legal:           "打てるところ: %s",
		NoCommand:       "%q はマスでもコマンドでもありません。マスは a1 から %s まで、コマンドは help で一覧できます。",
		Taken:           "%s には石があります。",
		TurnsNothing:    "%s に打っても%sは石を返せません。",
		MayNotPass:      "%sには打てるところがあるので、パスはできません。",
		NothingToUndo:   "取り消せる手がありません。",
		Undone:          "手を戻しました。棋譜: %s",
		Hint:            "kaeshi なら %s に打ちます（あなたから見て %+.1f 石、%d 手先まで）。",
		HintExact:       "kaeshi なら %s に打ちます（両者最善で、あなたから見て %+.0f 石）。",
		Help: `f5 のようにマスを入力すると打てます。盤の印は
  X 黒   O 白   . 打てるところ   - 空き   [ ] 最後の手
ほかのことば:
  moves  打てるところの一覧  hint  kaeshi に手を聞く
  undo   自分の手を戻す      pass  打てるところがないときだけ
  board  盤をもう一度描く    quit  対局をやめる`,
	}
}
