package define

import (
	"assay/analysis/rules"
	"assay/index/query"
)

// CompletionList lists the completions of a word in a query.
type CompletionList struct {
	Completions []CompletionView `json:"completions"`
}

// CompletionView is one completion.
type CompletionView struct {
	Word string `json:"word"`
	Kind string `json:"kind"` // see query.Completion
	Help string `json:"help"`
}

// Complete returns completions at a cursor in a query. The cursor is a column,
// starting at 1. Without a variant, names defined by variants are omitted. The
// error is as for [Library.Position].
func (l *Library) Complete(name, options, text string, cursor int) (*CompletionList, error) {
	var r *rules.Rules
	if name != "" {
		var err error
		if r, err = l.Rules(name, options); err != nil {
			return nil, err
		}
	}
	list := &CompletionList{Completions: []CompletionView{}}
	for _, c := range query.Completions(text, cursor, r) {
		list.Completions = append(list.Completions, CompletionView{Word: c.Word, Kind: c.Kind, Help: c.Help})
	}
	return list, nil
}
