package publish

import (
	"os"
	"strings"
	"testing"
)

// TestSpool writes a page larger than the memory limit.
func TestSpool(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	h := NewHTML()
	var want []string
	for i := range 12 {
		letter := string(rune('a' + i))
		want = append(want, strings.Repeat(letter, 1<<20))
		if err := h.Add(&Game{Title: letter, Comments: []Comment{{Text: want[i]}}}); err != nil {
			t.Fatal(err)
		}
	}
	if h.sections.file == nil || h.sections.memory.Len() > spoolMemory {
		t.Errorf("%d bytes in memory", h.sections.memory.Len())
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("%v %v lie there", left, err)
	}
	var out strings.Builder
	if err := h.Write(&out, "Letters"); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	for _, comment := range want {
		_, rest, found := strings.Cut(text, comment)
		if !found {
			t.Fatalf("%.1q is missing, or stands too early", comment)
		}
		text = rest
	}
	if !strings.Contains(text, "</html>") {
		t.Error("the page does not end")
	}
}
