package events

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"assay/api/games"
)

// TestCrossTable adds up the largest event, with twice as many players as
// games. The CSV has opponent columns up to the limit.
func TestCrossTable(t *testing.T) {
	var all []games.GameSummary
	for i := range int64(maxStandingsGames) {
		all = append(all, games.GameSummary{ID: i + 1, First: fmt.Sprintf("winner %d", i), Second: fmt.Sprintf("loser %d", i), Result: "1-0"})
	}
	all[1].First, all[2].First = "WINNER  0", "Loser 1"
	table := crossTable(all)
	if len(table) != 2*maxStandingsGames-2 {
		t.Fatalf("%d players", len(table))
	}
	first := fmt.Sprint(table[0])
	if want := "{winner 0 2 2 0 0 [{loser 1 [1] [2]} {loser 0 [1] [1]}]}"; first != want {
		t.Errorf("%s, want %s", first, want)
	}
	for players, columns := range map[int]int{maxCrossTablePlayers: 6 + maxCrossTablePlayers, maxCrossTablePlayers + 2: 6} {
		var b bytes.Buffer
		s := Standing{Players: crossTable(all[10 : 10+players/2])}
		if err := s.WriteCSV(&b); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(b.String(), "\n")
		if len(lines) != players+2 || strings.Count(lines[0], ",")+1 != columns || strings.Count(lines[1], ",")+1 != columns {
			t.Errorf("of %d players %d lines of %q", players, len(lines), lines[0])
		}
	}
}
