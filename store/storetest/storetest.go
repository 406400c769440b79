// Package storetest tries whether an implementation of [store.Archive] keeps the contract.
package storetest

import (
	"testing"

	"assay/store"
)

// Opener opens a new archive, without games, and closes it when the test ends.
type Opener func(t testing.TB) store.Archive

// Run tries all that the contract says on archives of open's.
func Run(t *testing.T, open Opener) {
	for name, test := range map[string]func(*testing.T, Opener){
		"AddKeepsEverything":       testAddKeepsEverything,
		"AddRefuses":               testAddRefuses,
		"Model":                    testModel,
		"AnnotationLife":           testAnnotationLife,
		"AnnotationsChangeTheGame": testAnnotationsChangeTheGame,
		"AnnotationsOfNothing":     testAnnotationsOfNothing,
		"AnnotationPages":          testAnnotationPages,
		"CommentSettings":          testCommentSettings,
		"Tombstone":                testTombstone,
		"UnknownGame":              testUnknownGame,
		"Follow":                   testFollow,
		"Games":                    testGames,
		"Import":                   testImport,
		"Update":                   testUpdate,
		"LineageIsKept":            testLineageIsKept,
		"Filter":                   testFilter,
		"ListRefuses":              testListRefuses,
		"FilterModel":              testFilterModel,
		"PagingWhileAdding":        testPagingWhileAdding,
		"ReadersBesideWriter":      testReadersBesideWriter,
		"ListWords":                testListWords,
		"AnnotateOnce":             testAnnotateOnce,
		"Analysis":                 testAnalysis,
		"Jobs":                     testJobs,
	} {
		t.Run(name, func(t *testing.T) { test(t, open) })
	}
}

// result is the value of a call that must not fail: result(call())(t).
func result[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}
