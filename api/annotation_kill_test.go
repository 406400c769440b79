package api

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"assay/analysis"
	"assay/api/annotate"
	"assay/api/records"
)

// annotateForever annotates and edits in an endless loop and prints each saved
// text.
func annotateForever(data string) error {
	a, err := open(context.Background(), Config{Data: data})
	if err != nil {
		return err
	}
	fmt.Println("begun")
	for n := 0; ; n++ {
		in := annotate.AnnotationInput{Author: "Cy", Annotation: analysis.Annotation{Ply: n % 8, Comment: fmt.Sprintf("text %d", n)}}
		v, err := a.Annotate(context.Background(), 1, in)
		if err != nil {
			return err
		}
		fmt.Println("saved", v.ID, v.Revision, in.Comment)
		in.Comment += " again"
		if v, err = a.EditAnnotation(context.Background(), 1, v.ID, v.Revision, in); err != nil {
			return err
		}
		fmt.Println("saved", v.ID, v.Revision, in.Comment)
	}
}

// TestKillAnnotating kills an annotating process at several moments. Everything
// reported as saved is there, and the archive is undamaged.
func TestKillAnnotating(t *testing.T) {
	data := t.TempDir()
	a, err := open(t.Context(), Config{Data: data})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.Submit(t.Context(), "x", strings.NewReader(scholars), records.Reading{}, true); err != nil {
		t.Fatal(err)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	told := map[string]string{}
	for kill := range 4 {
		command := exec.Command(os.Args[0])
		command.Env = append(os.Environ(), killedData+"="+data, killedAnnotating+"=1")
		command.Stderr = os.Stderr
		out, err := command.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := command.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			if lines.Text() == "begun" {
				time.AfterFunc(time.Duration(20+30*kill)*time.Millisecond, func() { command.Process.Kill() })
				continue
			}
			var id, revision string
			if _, err := fmt.Sscanf(lines.Text(), "saved %s %s", &id, &revision); err != nil {
				continue // truncated by the kill
			}
			told[id+" "+revision] = lines.Text()[strings.Index(lines.Text(), "text"):]
		}
		command.Wait() // it was killed
	}
	if a, err = open(t.Context(), Config{Data: data}); err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	for at, text := range told {
		var id, revision int64
		if _, err := fmt.Sscan(at, &id, &revision); err != nil {
			t.Fatal(err)
		}
		history, err := a.AnnotationHistory(t.Context(), 1, id)
		if err != nil || int64(len(history.Revisions)) < revision || history.Revisions[revision-1].Comment != text {
			t.Errorf("annotation %s, %q: %v", at, text, err)
		}
	}
	if faults, err := a.store.Check(t.Context()); err != nil || len(faults) > 0 {
		t.Errorf("%v %v", faults, err)
	}
	t.Logf("%d texts were told to be saved", len(told))
}
