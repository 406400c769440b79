//go:build npm

package api

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestPackagesReadExports feeds the annotated games to chess.js, tsshogi and
// json-kifu-format, which find every move of the main line. .ci/client/check
// installs these packages.
func TestPackagesReadExports(t *testing.T) {
	client, err := filepath.Abs(filepath.Join("..", ".ci", "client"))
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	exportedForPeers(t, folder)
	command := exec.Command("node", filepath.Join(client, "readers.js"), filepath.Join(folder, "list.tsv"))
	command.Dir = client
	said, err := command.CombinedOutput()
	if err != nil || strings.Count(string(said), "read: ") != 10 {
		t.Errorf("%v\n%s", err, said)
	}
}
