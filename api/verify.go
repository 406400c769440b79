package api

import (
	"context"
	"io"
	"iter"

	"assay/analysis"
)

// Tally counts what a run over files of records found.
type Tally struct {
	Files       int   `json:"files"`
	Games       int   `json:"games"`
	Legal       int   `json:"legal"`
	Illegal     int   `json:"illegal"`
	Unreadable  int   `json:"unreadable"`
	Unsupported int   `json:"unsupported"`
	Plies       int64 `json:"plies"`    // legal ones
	Added       int   `json:"added"`    // games that an import archived
	Existing    int   `json:"existing"` // games that were archived already
	Resumed     int   `json:"resumed"`  // games that an import cut short had archived, not read again
}

// Faulty reports whether an illegal or unreadable record was met.
func (t *Tally) Faulty() bool { return t.Illegal+t.Unreadable > 0 }

func (t *Tally) count(r *analysis.Report) {
	switch r.Verdict {
	case analysis.Legal:
		t.Legal++
	case analysis.Illegal:
		t.Illegal++
	case analysis.Unsupported:
		t.Unsupported++
	case analysis.Unreadable:
		t.Unreadable++
		return
	}
	t.Games++
	t.Plies += int64(r.Plies)
}

// Verify replays the records of files and folders and passes each report on, in
// the order of the files, from one goroutine. "-" is stdin; what is compressed
// by gzip or zstd is read as what it holds. An input that cannot be read makes a
// report too; the error is that of each, or of ctx.
func (a *Arbiter) Verify(ctx context.Context, paths []string, stdin io.Reader, r Reading, each func(*analysis.Report) error) (Tally, error) {
	return a.verify(ctx, inputs(paths, stdin), r, each)
}

// VerifyReader is Verify of one stream, read as it is; name is for the reports.
func (a *Arbiter) VerifyReader(ctx context.Context, name string, in io.Reader, r Reading, each func(*analysis.Report) error) (Tally, error) {
	return a.verify(ctx, one(name, in), r, each)
}

// one is a stream alone, which is read as it is.
func one(name string, in io.Reader) iter.Seq[*input] {
	return func(yield func(*input) bool) { yield(&input{path: name, stream: in, raw: true}) }
}

func (a *Arbiter) verify(ctx context.Context, inputs iter.Seq[*input], r Reading, each func(*analysis.Report) error) (Tally, error) {
	v := verification{each: each}
	err := a.prove(ctx, inputs, r, &v)
	return v.tally, err
}

// verification is the sink of a run that stores nothing.
type verification struct {
	tally Tally
	each  func(*analysis.Report) error
}

func (v *verification) record(_ *input, p *proven) error {
	v.tally.count(p.report)
	return v.each(p.report)
}

func (v *verification) end(*input) error {
	v.tally.Files++
	return nil
}
