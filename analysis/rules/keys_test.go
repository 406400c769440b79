package rules

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"assay/analysis/variant"
)

var updateKeys = flag.Bool("keys.update", false, "write the frozen position keys anew; every index must then be rebuilt")

const frozenKeysFile = "../../fixtures/keys/frozen.tsv"

// TestKeysAreFrozen compares position keys with those in existing indexes:
// variant, options, position, key.
func TestKeysAreFrozen(t *testing.T) {
	if *updateKeys {
		freezeKeys(t)
	}
	f, err := os.Open(frozenKeysFile)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows := 0
	for s := bufio.NewScanner(f); s.Scan(); rows++ {
		fields := strings.Split(s.Text(), "\t")
		if len(fields) != 4 {
			t.Fatalf("%q has not four fields", s.Text())
		}
		p, err := compiled(t, fields[0], fields[1]).ParsePosition(fields[2])
		if err != nil {
			t.Fatal(err)
		}
		if key := strconv.FormatUint(p.Key(), 16); key != fields[3] {
			t.Errorf("%s %s: key %s, frozen %s", fields[0], fields[2], key, fields[3])
		}
	}
	if rows < 2*len(variant.Embedded().IDs()) {
		t.Errorf("only %d keys are frozen", rows)
	}
}

func freezeKeys(t *testing.T) {
	f, err := os.Create(frozenKeysFile)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, id := range variant.Embedded().IDs() {
		r := compiled(t, id, "")
		n := 0
		walk(r, 1, 60, func(p *Position, _ []Move) {
			if n++; n%20 == 1 && p.ended == notEnded {
				fmt.Fprintf(f, "%s\t%s\t%s\t%x\n", id, "", p.Text(), p.Key())
			}
		})
	}
}
