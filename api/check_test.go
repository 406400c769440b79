package api

import (
	"errors"
	"fmt"
	"path/filepath"
	"testing"

	"assay/api/present"
	"assay/api/records"
)

// TestCheckInvalidRecords archives invalid records of every kind: the archive
// itself is undamaged.
func TestCheckInvalidRecords(t *testing.T) {
	a := newArchive(t)
	folder := t.TempDir()
	for i, record := range []string{
		"[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *\n",
		"[FEN \"8/8/8 w\"]\n[SetUp \"1\"]\n\n*\n",
		"[Variant \"shogi\"]\n[FEN \"nowhere\"]\n\n*\n",
		"VariantName=Copper, Silver, Gold (board 1)\nSetup=9/9/9 w\n1. Pawn c3 - c4\n",
		"Variant=all-classic\nOptions=nothing=known\n1. Pawn c3 - c4\n",
		"Variant=of-nobody\n1. Pawn c3 - c4\n",
		"nothing at all",
	} {
		writeFile(t, filepath.Join(folder, fmt.Sprintf("%d.txt", i)), []byte(record))
	}
	tally, err := a.Import(t.Context(), []string{folder, "../fixtures/bad"}, records.ImportOptions{})
	if err != nil || tally.Added < 7 {
		t.Fatalf("%+v, %v", tally, err)
	}
	checkSound(t, a)

	replay, err := a.Replay(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	var none *present.ReplayError
	if _, err := replay.Position(0); !errors.As(err, &none) {
		t.Errorf("a record without a start has positions: error %v", err)
	}
	checkRebuilt(t, a)
}
