package lab

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"assay/analysis/engine/match"
	"assay/analysis/rules"
)

// Unfinished is the termination of games that reach the limit of plies.
const Unfinished = "limit of plies"

// mateScore is the score of a forced win, in centipawns.
const mateScore = 10_000

// Game is a played game, as a file keeps it.
type Game struct {
	Run         string       `json:"run"` // [Settings.Text]
	Number      int          `json:"number"`
	Kind        Kind         `json:"kind"`
	Level       int          `json:"level,omitempty"`
	Nodes       [2]uint64    `json:"nodes"`           // by side
	Start       string       `json:"start,omitempty"` // FEN; "" is the variant's start
	Moves       []rules.Move `json:"moves"`
	Scores      []int        `json:"scores"` // before each move, in centipawns from First's view
	Result      string       `json:"result"`
	Termination string       `json:"termination"`
	Rule        string       `json:"rule,omitempty"`
}

// Points returns First's points: 1, a half or 0.
func (g *Game) Points() float64 {
	switch g.Result {
	case "1-0":
		return 1
	case "0-1":
		return 0
	}
	return 0.5
}

// decided reports whether a side won.
func (g *Game) decided() bool { return g.Result == "1-0" || g.Result == "0-1" }

// game converts a game of a match.
func (l *Lab) game(n int, from *match.Game) *Game {
	plan := l.planOf(n)
	g := &Game{
		Run: l.Settings.Text(), Number: n, Kind: plan.kind, Level: plan.level, Nodes: plan.nodes, Moves: from.Moves,
		Result: from.Result, Termination: from.Termination, Rule: from.Rule, Scores: make([]int, len(from.Choices)),
	}
	if text := from.Start.Text(); text != l.Rules.StartText() {
		g.Start = text
	}
	if from.Long {
		g.Termination = Unfinished
	}
	p := from.Start.Clone()
	for i, c := range from.Choices {
		score := c.CP
		if c.Mate > 0 {
			score = mateScore
		} else if c.Mate < 0 {
			score = -mateScore
		}
		if p.Side() == rules.Second {
			score = -score
		}
		g.Scores[i] = score
		p.Play(from.Moves[i])
	}
	return g
}

// position returns the position in which a game begins.
func (g *Game) position(r *rules.Rules) (*rules.Position, error) {
	if g.Start == "" {
		return r.Start(), nil
	}
	return r.ParsePosition(g.Start)
}

// File keeps the games of one revision of a definition, one JSON object per
// line. The zero File keeps them in memory only.
type File struct {
	file *os.File
	// Games are those of the settings with which it was opened, by number and
	// without gaps.
	Games []*Game
}

// OpenFile opens or creates a file of games. A line that a killed process left
// incomplete is removed.
func OpenFile(path string, s Settings) (*File, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return nil, err
	}
	f := &File{file: file}
	if err := f.read(path, s); err != nil {
		file.Close()
		return nil, err
	}
	return f, nil
}

func (f *File) read(path string, s Settings) error {
	whole, line := int64(0), 0
	for lines := bufio.NewReaderSize(f.file, 1<<16); ; {
		text, err := lines.ReadBytes('\n')
		if err == io.EOF {
			if len(text) > 0 {
				return f.file.Truncate(whole)
			}
			return nil
		} else if err != nil {
			return err
		}
		whole += int64(len(text))
		line++
		g := new(Game)
		if err := json.Unmarshal(bytes.TrimSpace(text), g); err != nil || len(g.Scores) != len(g.Moves) {
			return fmt.Errorf("%s:%d: this is not a game of a laboratory; move the file away, or name another", path,
				line)
		}
		if g.Run == s.Text() && g.Number == len(f.Games) {
			f.Games = append(f.Games, g)
		}
	}
}

// Add appends a game.
func (f *File) Add(g *Game) error {
	if f.file != nil {
		text, err := json.Marshal(g)
		if err != nil {
			return err
		}
		if _, err := f.file.Write(append(text, '\n')); err != nil {
			return err
		}
	}
	f.Games = append(f.Games, g)
	return nil
}

// Close closes the file.
func (f *File) Close() error { return f.file.Close() }
