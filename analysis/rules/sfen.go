package rules

import (
	"strconv"
	"strings"
)

// isSfen tells the notation of shogi programs by its hand, which stands as the
// third word without brackets, with at most a number after it.
func isSfen(text string) bool {
	n := len(strings.Fields(text))
	return (n == 3 || n == 4) && !strings.Contains(text, "[")
}

// fromSfen turns SFEN, where b is First and plies are numbered, into a
// position text.
func fromSfen(text string) string {
	words := strings.Fields(text)
	side := words[1]
	switch side {
	case "b":
		side = "w"
	case "w":
		side = "b"
	}
	number := "1"
	if len(words) > 3 {
		number = words[3]
		if n, err := strconv.Atoi(number); err == nil {
			number = strconv.Itoa((n + 1) / 2)
		}
	}
	return words[0] + "[" + words[2] + "] " + side + " - - 0 " + number
}
