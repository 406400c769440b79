package rest

import (
	"context"
	"time"

	"assay/api/puzzles"
)

// puzzleFilterParameters select puzzles.
type puzzleFilterParameters struct{ puzzles.Filter }

func (p *puzzleFilterParameters) Parameters() []*Parameter {
	return []*Parameter{
		Text("variant", &p.Variant, "ID of the variant"),
		Text("theme", &p.Theme, "one theme, such as fork, mateIn2 or drop"),
		Number("game", &p.Game, "number of the game that the puzzles were made from").From(1),
		Number("ratingFrom", &p.RatingFrom, "smallest rating").From(0),
		Number("ratingTo", &p.RatingTo, "greatest rating").From(0),
	}
}

// puzzleListParameters select a page of puzzles.
type puzzleListParameters struct {
	puzzleFilterParameters
	pageParameters
}

func (p *puzzleListParameters) Parameters() []*Parameter {
	return append(p.puzzleFilterParameters.Parameters(), p.pageParameters.Parameters()...)
}

func (s *Server) listPuzzles(ctx context.Context, p *puzzleListParameters) (*puzzles.Page, error) {
	return s.archive.Puzzles.List(ctx, p.Filter, p.cursor, p.limit)
}

func (s *Server) dailyPuzzle(ctx context.Context, p *puzzleFilterParameters) (*puzzles.Puzzle, error) {
	return s.archive.Puzzles.Daily(ctx, p.Filter, time.Now())
}

// puzzleParameters identify a puzzle.
type puzzleParameters struct{ id string }

func (p *puzzleParameters) Parameters() []*Parameter {
	return []*Parameter{Text("id", &p.id, "ID of the puzzle").InPath()}
}

func (s *Server) getPuzzle(ctx context.Context, p *puzzleParameters) (*puzzles.Puzzle, error) {
	return s.archive.Puzzles.Find(ctx, p.id)
}
