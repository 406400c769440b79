package card

import (
	"flag"
	"os"
	"testing"
)

const definitions = "../../fixtures/definitions"

var update = flag.Bool("update", false, "write the golden files anew")

func writeFile(t testing.TB, path string, content []byte) {
	t.Helper()
	if err := os.WriteFile(path, content, 0o644); err != nil {
		t.Fatal(err)
	}
}

func readFile(t testing.TB, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
