package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"assay/fixtures"
)

// keptAnalysis is a server's answer about the analysis of a game.
type keptAnalysis struct {
	Analysis *struct {
		Saved string `json:"saved"`
		Plies []struct {
			Ply int `json:"ply"`
		} `json:"plies"`
	} `json:"analysis"`
	Job *struct {
		ID    int64  `json:"id"`
		State string `json:"state"`
	} `json:"job"`
}

func askAnalysis(t *testing.T, address string, game int) (kept keptAnalysis) {
	t.Helper()
	answer, err := http.Get(fmt.Sprintf("http://%s/api/v1/games/%d/analysis", address, game))
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if err := json.NewDecoder(answer.Body).Decode(&kept); err != nil {
		t.Fatal(err)
	}
	return kept
}

// awaitAnalysis polls until a game has an analysis.
func awaitAnalysis(t *testing.T, address string, game int) keptAnalysis {
	t.Helper()
	for {
		if kept := askAnalysis(t, address, game); kept.Analysis != nil {
			return kept
		}
		time.Sleep(time.Millisecond)
	}
}

// TestKilledJobs kills a server five times during a batch of analyses. At the
// end all are complete, and none was made twice.
func TestKilledJobs(t *testing.T) {
	fixtures.Long(t)
	games := fixtures.Rounds(40, 40, 1000)
	d := newDesk(t)
	var records strings.Builder
	for n := range games {
		fmt.Fprintf(&records, "[Result \"1-0\"]\n[Round \"%d\"]\n\n1. %c4 %c5 2. Nf3 Nf6 1-0\n\n", n, 'a'+n%8, 'a'+n/8%8)
	}
	file := filepath.Join(t.TempDir(), "games.pgn")
	writeFile(t, file, records.String())
	d.done("import", file)
	address, stop := serving(t, d.data)
	for game := range games {
		answer, err := http.Post(fmt.Sprintf("http://%s/api/v1/games/%d/analysis", address, game+1), "application/json", strings.NewReader(`{"nodes":10000,"batch":true}`))
		if err != nil {
			t.Fatal(err)
		}
		if answer.Body.Close(); answer.StatusCode != http.StatusAccepted {
			t.Fatal(answer.Status)
		}
	}
	random := rand.New(rand.NewPCG(1, 9))
	saved := map[int]string{}
	for kill := range 5 {
		awaitAnalysis(t, address, kill*games/6+1+random.IntN(games/6))
		for game := 1; game <= games; game++ {
			if kept := askAnalysis(t, address, game); kept.Analysis != nil {
				saved[game] = kept.Analysis.Saved
			}
		}
		if err := stop(os.Kill); err == nil {
			t.Fatal("the server was not killed")
		}
		address, stop = serving(t, d.data)
	}
	if len(saved) == games {
		t.Error("all was done before the last kill")
	}
	for game := 1; game <= games; game++ {
		kept := awaitAnalysis(t, address, game)
		if was, before := saved[game]; before && was != kept.Analysis.Saved {
			t.Errorf("game %d was analysed twice: saved %s, then %s", game, was, kept.Analysis.Saved)
		}
		if len(kept.Analysis.Plies) != 5 || kept.Job.State != "done" {
			t.Errorf("game %d: %d positions, job %s", game, len(kept.Analysis.Plies), kept.Job.State)
		}
	}
	if err := stop(os.Interrupt); err != nil {
		t.Error(err)
	}
}
