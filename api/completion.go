package api

import (
	"assay/analysis/rules"
	"assay/index/query"
)

// CompletionList is the words that may stand at a place of a query.
type CompletionList struct {
	Completions []CompletionView `json:"completions"`
}

// CompletionView is one word.
type CompletionView struct {
	Word string `json:"word"`
	Kind string `json:"kind"` // as query.Completion has it
	Help string `json:"help"`
}

// Complete gives the words that may stand where the cursor of a query is, a
// column from 1. Without a variant, names that a game gives are left out. The
// error is one of [Arbiter.Position].
func (a *Arbiter) Complete(name, options, text string, cursor int) (*CompletionList, error) {
	var r *rules.Rules
	if name != "" {
		var err error
		if r, err = a.Rules(name, options); err != nil {
			return nil, err
		}
	}
	list := &CompletionList{Completions: []CompletionView{}}
	for _, c := range query.Completions(text, cursor, r) {
		list.Completions = append(list.Completions, CompletionView{Word: c.Word, Kind: c.Kind, Help: c.Help})
	}
	return list, nil
}
