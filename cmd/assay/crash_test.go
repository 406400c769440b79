package main

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"assay/analysis/crash"
)

// broken is an input and output that panics.
type broken struct{}

func (broken) Read([]byte) (int, error) { panic("broken") }

func (broken) Write([]byte) (int, error) { panic("broken") }

// TestCrash: an internal error has its own exit code and a stack trace.
func TestCrash(t *testing.T) {
	var said bytes.Buffer
	code := run(t.Context(), []string{"variants"}, nil, strings.NewReader(""), broken{}, &said)
	if code != exitCrash || !strings.Contains(said.String(), "internal error in Assay") || !strings.Contains(said.String(), "crash_test.go") {
		t.Errorf("exit %d: %s", code, said.String())
	}
	said.Reset()
	p := &program{stderr: &said}
	if code := p.exit(t.Context(), errors.Join(errors.New("x"), &crash.Error{Cause: "y"})); code != exitCrash {
		t.Errorf("exit %d", code)
	}
}

// TestCrashOnOneFile: a crash names the file, and the other files are
// processed.
func TestCrashOnOneFile(t *testing.T) {
	var out, said bytes.Buffer
	code := run(t.Context(), []string{"verify", "-", board1}, nil, broken{}, &out, &said)
	if code != exitFaults || !strings.Contains(out.String(), "internal error in Assay") || !strings.Contains(out.String(), "(csg-1): legal") {
		t.Errorf("exit %d, %s, %s", code, out.String(), said.String())
	}
}
