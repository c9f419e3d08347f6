package match

// RatingList is the ratings of all players of all tournaments.
type RatingList struct {
	// Schema names the kind and the version of the document.
	Schema string `json:"schema" example:"kaeshi/ratings/1"`
	// Tournaments counts the tournaments with finished games.
	Tournaments int `json:"tournaments" doc:"number of tournaments with finished games"`
	// Games counts finished games.
	Games int `json:"games" doc:"number of finished games"`
	// Groups holds players that are linked by games; ratings compare only within a group. The group with the most games
	// comes first.
	Groups []RatingGroup `json:"groups" nullable:"false" doc:"players linked by games, the largest group first"`
	// LeftOut counts players without a rating: only the 200 with the most games have one.
	LeftOut int `json:"left_out" doc:"players beyond the 200 with the most games; they have no rating"`
}

// RatingGroup is players whose ratings are comparable.
type RatingGroup struct {
	// Games counts finished games.
	Games int `json:"games" doc:"finished games within the group"`
	// Players holds its members, the strongest first.
	Players []RatedPlayer `json:"players" nullable:"false" doc:"the strongest first"`
}

// RatedPlayer is a player with its results of all tournaments.
type RatedPlayer struct {
	// Player is the specification, which identifies the player in all tournaments.
	Player string `json:"player" doc:"the specification, which identifies the player in all tournaments"`
	// Elo is the rating above the mean of the group.
	Elo float64 `json:"elo" doc:"rating above the mean of the group"`
	// EloLow is the lower bound of the interval of 95 %.
	EloLow float64 `json:"elo_low" doc:"lower bound of the 95 % interval"`
	// EloHigh is its upper bound.
	EloHigh float64 `json:"elo_high" doc:"upper bound of the 95 % interval"`
	// Games counts finished games.
	Games int `json:"games" doc:"finished games against other players"`
	// Wins counts won games.
	Wins int `json:"wins"`
	// Draws counts drawn games.
	Draws int `json:"draws"`
	// Losses counts lost games.
	Losses int `json:"losses"`
	// Points is one for a win and a half for a draw.
	Points float64 `json:"points" doc:"one for a win and a half for a draw"`
	// MeanDiscs is the mean final disc difference from the player's view.
	MeanDiscs float64 `json:"mean_discs" doc:"mean final disc difference from the player's view"`
	// Opponents counts the players that it played against.
	Opponents int `json:"opponents" doc:"number of opponents"`
	// Tournaments counts the tournaments with finished games.
	Tournaments int `json:"tournaments"`
}

// PlayedTournament is the result of a player in one tournament.
type PlayedTournament struct {
	// ID is the number of the tournament.
	ID int64 `json:"id"`
	// Name is the title, if it has one.
	Name string `json:"name,omitempty"`
	// Players holds specifications, as entered.
	Players []string `json:"players" nullable:"false" doc:"specifications, as entered"`
	// Began is when the tournament started (RFC 3339).
	Began string `json:"began" format:"date-time"`
	// Ended is when it ended; empty while it runs.
	Ended string `json:"ended,omitempty" format:"date-time"`
	// Games counts finished games.
	Games int `json:"games"`
	// Wins counts won games.
	Wins int `json:"wins"`
	// Draws counts drawn games.
	Draws int `json:"draws"`
	// Losses counts lost games.
	Losses int `json:"losses"`
	// Performance is the rating from the results of this tournament only, on the scale of the group. The opponents have
	// their ratings over all tournaments.
	Performance *RatingBounds `json:"performance,omitempty" doc:"rating from this tournament only"`
}

// RatingBounds is a rating and its interval of 95 %.
type RatingBounds struct {
	// Elo is the rating above the mean of the group.
	Elo float64 `json:"elo"`
	// EloLow is the lower bound of the interval of 95 %.
	EloLow float64 `json:"elo_low"`
	// EloHigh is its upper bound.
	EloHigh float64 `json:"elo_high"`
}
