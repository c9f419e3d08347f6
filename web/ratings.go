package web

// ratings are measured Elo on 8×8 above skill 1, from experiments/051-skills.md: the steps from each skill to the next one, added up, and random and
// greedy by their games against skill 1. Skill 10 lost one game of 200 against skill 9, so that its number is the least that is likely. Players that
// were not measured against these have none.
func ratings() map[string]int {
	return map[string]int{
		"kaeshi:skill=1": 0, "kaeshi:skill=2": 372, "kaeshi:skill=3": 630, "kaeshi:skill=4": 972, "kaeshi:skill=5": 1145,
		"kaeshi:skill=6": 1318, "kaeshi:skill=7": 1474, "kaeshi:skill=8": 1718, "kaeshi:skill=9": 1928, "kaeshi:skill=10": 2658,
		"random": 65, "greedy": 143,
	}
}

// ratingOf is a player's measured strength, nil when it was not measured.
func ratingOf(spec string) *int {
	if elo, ok := ratings()[spec]; ok {
		return &elo
	}
	return nil
}
