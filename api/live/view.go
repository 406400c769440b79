package live

import (
	"bytes"
	"cmp"
	"context"
	"slices"

	"assay/analysis/optional"
)

// Boards are the followed games.
type Boards struct {
	Boards []BoardView `json:"boards"` // in the order in which they were seen
}

// BoardView is a followed game as it stands.
type BoardView struct {
	Board    int             `json:"board"`
	Variant  string          `json:"variant"`
	First    string          `json:"first"` // players
	Second   string          `json:"second"`
	Event    string          `json:"event"`
	Round    string          `json:"round"`
	Ply      int             `json:"ply"`
	Move     optional.Text   `json:"move"`     // the last ply; none after a correction
	Position string          `json:"position"` // FEN
	Result   string          `json:"result"`
	Error    optional.Text   `json:"error"` // in the record, after the last legal ply
	Game     optional.Number `json:"game"`  // in the archive; none until it has ended
	Change   int64           `json:"change"`
}

func (b *board) view() BoardView {
	return BoardView{Board: b.number, Variant: b.variant, First: b.first, Second: b.second, Event: b.event,
		Round: b.round, Ply: len(b.moves), Move: optional.Text(b.move), Position: b.position,
		Result: b.result, Error: optional.Text(b.fault), Game: optional.Number(b.game), Change: b.changed}
}

// Boards returns the followed games. A nil follower follows none.
func (f *Follower) Boards() *Boards {
	all := &Boards{Boards: []BoardView{}}
	if f == nil {
		return all
	}
	f.mutex.Lock()
	defer f.mutex.Unlock()
	for _, b := range f.boards {
		if !b.withdrawn() {
			all.Boards = append(all.Boards, b.view())
		}
	}
	return all
}

// Records returns the current records of all followed games.
func (f *Follower) Records() []byte {
	if f == nil {
		return nil
	}
	f.mutex.Lock()
	defer f.mutex.Unlock()
	var out bytes.Buffer
	for _, b := range f.boards {
		if !b.withdrawn() {
			out.Write(bytes.TrimSpace(b.text))
			out.WriteString("\n\n")
		}
	}
	return out.Bytes()
}

// Watch calls tell with each game that has changed after a change, and again
// when one changes, until the context ends or tell returns an error. First it
// calls tell with nil and the change from which it watches. A change that the
// follower has not reached is one of an earlier run; then it starts again.
func (f *Follower) Watch(ctx context.Context, after int64, tell func(int64, *BoardView) error) error {
	if f == nil {
		f = &Follower{}
	}
	f.mutex.Lock()
	if after > f.change {
		after = 0
	}
	f.mutex.Unlock()
	if err := tell(after, nil); err != nil {
		return err
	}
	for {
		wake := f.changes.Wait()
		views := slices.DeleteFunc(f.Boards().Boards, func(v BoardView) bool { return v.Change <= after })
		slices.SortFunc(views, func(x, y BoardView) int { return cmp.Compare(x.Change, y.Change) })
		for i := range views {
			after = views[i].Change
			if err := tell(after, &views[i]); err != nil {
				return err
			}
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-wake:
		}
	}
}
