package dataset

import (
	"cmp"
	"errors"
	"io"
	"runtime"
	"sync"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"

	"assay/analysis"
	"assay/api/present"
)

// The files of a dataset, besides one per table.
const (
	CardFile   = "dataset.json"
	ReadmeFile = "README.md"
)

// rowGroup bounds the rows that a table keeps in memory. Games that are being
// converted are bounded by gamesAhead.
const (
	rowGroup   = 100_000
	gamesAhead = 64
)

// Create returns a new file of a dataset. The dataset does not close it.
type Create func(name string) (io.Writer, error)

// Writer writes games as a dataset. Games are converted by all processors and
// written in the order in which they were added.
type Writer struct {
	about  About
	create Create

	games       *table[gameRow]
	plies       *table[plyRow]
	positions   *table[positionRow]
	annotations *table[annotationRow]

	work    chan pendingGame
	pending chan pendingGame
	running sync.WaitGroup
	mutex   sync.Mutex
	err     error // the first one
}

// pendingGame is a game that is being converted.
type pendingGame struct {
	replay *present.Replay
	rows   chan *gameRows
}

// NewWriter creates the files of a dataset. The error is from create.
func NewWriter(create Create, about About) (*Writer, error) {
	w := &Writer{about: about, create: create,
		work: make(chan pendingGame), pending: make(chan pendingGame, gamesAhead)}
	var err [4]error
	w.games, err[0] = newTable[gameRow](create, "games", "one row per game")
	w.plies, err[1] = newTable[plyRow](create, "plies", "one row per legal ply of the main line")
	w.positions, err[2] = newTable[positionRow](create, "positions",
		"one row per position of the main line, from ply 0")
	w.annotations, err[3] = newTable[annotationRow](create, "annotations",
		"one row per comment, glyph, evaluation, mark and variation of a game that can be replayed")
	if failed := cmp.Or(err[:]...); failed != nil {
		return nil, failed
	}
	for range runtime.GOMAXPROCS(0) {
		w.running.Go(func() {
			for g := range w.work {
				g.rows <- rowsOf(g.replay)
			}
		})
	}
	w.running.Go(w.write)
	return w, nil
}

// Add adds a game. It reads what the archive has of the game before it returns;
// errors of writing are returned later, at the latest by Close.
func (w *Writer) Add(r *present.Replay) error {
	if err := w.failed(); err != nil {
		return err
	}
	if r.Stored != nil && !r.Stored.Annotated {
		r.Annotations = nil // saves a query
	}
	if read := r.Annotations; read != nil {
		all, err := read()
		r.Annotations = func() ([]analysis.Annotation, error) { return all, err }
	}
	if read := r.SavedEvaluations; read != nil {
		all, lines, err := read()
		r.SavedEvaluations = func() ([]analysis.Annotation, int, error) { return all, lines, err }
	}
	g := pendingGame{r, make(chan *gameRows, 1)}
	w.pending <- g
	w.work <- g
	return nil
}

// write writes the games in order.
func (w *Writer) write() {
	for g := range w.pending {
		rows := <-g.rows
		if w.failed() != nil {
			continue
		}
		w.fail(errors.Join(rows.err, w.games.write(rows.game), w.plies.write(rows.plies...),
			w.positions.write(rows.positions...), w.annotations.write(rows.annotations...)))
	}
}

func (w *Writer) failed() error {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	return w.err
}

func (w *Writer) fail(err error) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.err = cmp.Or(w.err, err)
}

// Close waits for the games, completes the tables, and writes the card. It must
// be called also after an error.
func (w *Writer) Close() error {
	close(w.pending)
	close(w.work)
	w.running.Wait()
	w.fail(errors.Join(w.games.close(), w.plies.close(), w.positions.close(), w.annotations.close()))
	if err := w.failed(); err != nil {
		return err
	}
	return w.writeCard()
}

// Games returns the number of games written. It is valid after Close.
func (w *Writer) Games() int64 { return w.games.rows }

// table is one file of a dataset.
type table[Row any] struct {
	name, about string
	rows        int64
	writer      *parquet.GenericWriter[Row]
}

func newTable[Row any](create Create, name, about string) (*table[Row], error) {
	out, err := create(name + ".parquet")
	if err != nil {
		return nil, err
	}
	return &table[Row]{name: name, about: about, writer: parquet.NewGenericWriter[Row](out,
		parquet.Compression(&zstd.Codec{Level: zstd.SpeedFastest}), parquet.MaxRowsPerRowGroup(rowGroup),
		parquet.CreatedBy("assay", "", ""))}, nil
}

func (t *table[Row]) write(rows ...Row) error {
	if len(rows) == 0 {
		return nil
	}
	n, err := t.writer.Write(rows)
	t.rows += int64(n)
	return err
}

func (t *table[Row]) close() error { return t.writer.Close() }

// card describes the table.
func (t *table[Row]) card() tableCard {
	return tableCard{Name: t.name, File: t.name + ".parquet", About: t.about, Rows: t.rows, Columns: columnsOf[Row]()}
}
