package match

// RatingList is the ratings of all players of all tournaments.
type RatingList struct {
	Schema      string        `json:"schema" example:"kaeshi/ratings/1"`
	Tournaments int           `json:"tournaments" doc:"those in which games were finished"`
	Games       int           `json:"games" doc:"that count"`
	Groups      []RatingGroup `json:"groups" nullable:"false" doc:"players who met, or who met the same others, and so on: only within a group do ratings compare. The group with the most games comes first"`
	LeftOut     int           `json:"left_out" doc:"players without a rating, since the 200 with the most games have one; their games do not count"`
}

// RatingGroup is players whose ratings are comparable.
type RatingGroup struct {
	Games   int           `json:"games" doc:"finished ones among them"`
	Players []RatedPlayer `json:"players" nullable:"false" doc:"the strongest first"`
}

// RatedPlayer is a player with its results of all tournaments.
type RatedPlayer struct {
	Player      string  `json:"player" doc:"the specification: whoever has the same one is the same player, whatever the clock, the openings and the version of the program were"`
	Elo         float64 `json:"elo" doc:"above the mean of the group"`
	EloLow      float64 `json:"elo_low" doc:"the truth lies between the two with a probability of 95 %"`
	EloHigh     float64 `json:"elo_high"`
	Games       int     `json:"games" doc:"finished ones against others"`
	Wins        int     `json:"wins"`
	Draws       int     `json:"draws"`
	Losses      int     `json:"losses"`
	Points      float64 `json:"points" doc:"one for a win and a half for a draw"`
	MeanDiscs   float64 `json:"mean_discs" doc:"the mean final disc difference as the player sees it"`
	Opponents   int     `json:"opponents" doc:"how many others it met"`
	Tournaments int     `json:"tournaments"`
}

// PlayedTournament is what a player did in one tournament.
type PlayedTournament struct {
	ID          int64         `json:"id"`
	Name        string        `json:"name,omitempty"`
	Players     []string      `json:"players" nullable:"false" doc:"specifications, as entered"`
	Began       string        `json:"began" format:"date-time"`
	Ended       string        `json:"ended,omitempty" format:"date-time"`
	Games       int           `json:"games"`
	Wins        int           `json:"wins"`
	Draws       int           `json:"draws"`
	Losses      int           `json:"losses"`
	Performance *RatingBounds `json:"performance,omitempty" doc:"the rating for which the results of this tournament alone speak, on the scale of the group; the others are taken as they are rated over all tournaments"`
}

// RatingBounds is a rating and its interval of 95 %.
type RatingBounds struct {
	Elo     float64 `json:"elo"`
	EloLow  float64 `json:"elo_low"`
	EloHigh float64 `json:"elo_high"`
}
