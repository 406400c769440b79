package index

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"assay/fixtures"
)

// faultyFolder names, in the environment of a child process, the folder of the
// index that it is to bring up to an archive whatever fails on the way.
const faultyFolder = "ASSAY_TEST_FAULTY_INDEX"

// blindness, where it is set in the environment of the child, has it write
// without a look at the room before.
const blindness = "ASSAY_TEST_BLIND_INDEX"

// faultyArchive is one whose games come in order and are never changed, so that
// what is indexed up to a change is known.
func faultyArchive() *archive {
	a := seededArchive(31)
	a.fill(rand.New(rand.NewPCG(31, 31)), 700, 20)
	return a
}

// endureFaults is the child. It tells of each error by a line. What it finds is
// always what was indexed, and no fault is found in it.
func endureFaults(path string) (status int) {
	fail := func(format string, args ...any) int {
		fmt.Printf(format+"\n", args...)
		return 1
	}
	if os.Getenv(blindness) != "" {
		freeSpace = func(string) (uint64, uint64, bool) { return 0, 0, false }
	}
	a := faultyArchive()
	ctx := context.Background()
	var x *Index
	for end := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			return fail("it does not heal")
		}
		err := error(nil)
		if x == nil {
			if x, err = Open(ctx, path, a, Options{}); NeedsRebuild(err) {
				x, err = Renew(path, a, Options{})
			}
		}
		if err == nil {
			err = x.CatchUp(ctx, nil)
		}
		if err != nil {
			fmt.Println("fault:", strings.ReplaceAll(err.Error(), "\n", " "))
		}
		if x == nil {
			continue
		}
		key := startKey
		q := Query{Key: &key, Limit: 1000}
		got, fault := x.Games(ctx, q)
		if fault != nil {
			return fail("search: %v", fault)
		}
		want := a.backup(got.Indexed).find(q)
		if !slices.Equal(got.Games, want) {
			return fail("at change %d: %d games, want %d", got.Indexed, len(got.Games), len(want))
		}
		if err != nil {
			continue
		}
		if got.Indexed != a.sequence {
			return fail("caught up to change %d of %d", got.Indexed, a.sequence)
		}
		faults, err := x.Check(ctx)
		if len(faults) > 0 {
			return fail("%d faults", len(faults))
		}
		if err != nil { // a thread that has opened nothing before may read it
			fmt.Println("fault:", strings.ReplaceAll(err.Error(), "\n", " "))
			continue
		}
		if err := x.Close(); err != nil {
			return fail("close: %v", err)
		}
		return 0
	}
}

// child runs the child behind a command, and calls faulty at its first error.
func child(t *testing.T, path string, faulty func(), command ...string) (output string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, command[0], append(command[1:], os.Args[0])...)
	c.Env = append(os.Environ(), faultyFolder+"="+path)
	var errs bytes.Buffer
	c.Stderr = &errs
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if all.Len() == 0 && strings.HasPrefix(lines.Text(), "fault:") {
			faulty()
		}
		all.WriteString(lines.Text() + "\n")
	}
	if err := c.Wait(); err != nil {
		t.Errorf("%v\n%s%s", err, all.String(), errs.String())
	}
	return all.String()
}

// TestFullDisk indexes onto file systems with more room each time, until it is
// enough: once as it is, and once without a look at the room before, so that
// the writing fails. The process lives, what it finds is true, and once there
// is room the index is whole.
func TestFullDisk(t *testing.T) {
	if os.Getuid() != 0 {
		fixtures.Lacks(t, "only root may mount a small file system")
	}
	const whole = 6 << 20
	step := fixtures.Rounds(1024, 256, 16) << 10
	for _, blind := range []string{"", "blind"} {
		t.Run("looks"+blind, func(t *testing.T) {
			failed := 0
			for room := 64 << 10; room < whole; room += step {
				path := t.TempDir()
				if out, err := exec.Command("mount", "-t", "tmpfs", "-o", fmt.Sprintf("size=%d", whole), "tmpfs", path).CombinedOutput(); err != nil {
					fixtures.Lacks(t, "no small file system can be mounted: %v, %s", err, out)
				}
				filler := filepath.Join(path, "filler")
				err := os.WriteFile(filler, make([]byte, whole-room), 0o600)
				output := ""
				if err == nil {
					output = child(t, filepath.Join(path, "index"), func() { err = os.Remove(filler) }, "env", blindness+"="+blind)
				}
				if out, fault := exec.Command("umount", path).CombinedOutput(); fault != nil {
					t.Errorf("umount: %v, %s", fault, out)
				}
				if err != nil || t.Failed() {
					t.Fatalf("%d bytes of room: %v, %s", room, err, output)
				}
				if output == "" {
					break // there was room enough
				}
				failed++
			}
			t.Logf("%d disks were full", failed)
			if failed == 0 {
				t.Error("no disk was full")
			}
		})
	}
}

// TestFaultyCalls has the calls fail by which the index is written, each
// thread's n-th, for some n or every one, until none is left to fail.
func TestFaultyCalls(t *testing.T) {
	strace, err := exec.LookPath("strace")
	if err != nil {
		fixtures.Lacks(t, "strace is not installed, which injects the faults")
	}
	probe := exec.Command(strace, "-o", os.DevNull, "true")
	if out, err := probe.CombinedOutput(); err != nil {
		fixtures.Lacks(t, "strace may not trace here: %v, %s", err, out)
	}
	// Not write(2), by which Go's own runtime talks to itself: a full disk
	// shows its faults.
	for _, calls := range []string{"pwrite64", "fsync,fdatasync", "ftruncate", "openat"} {
		for n, step := 1, 1; ; n += step {
			log := filepath.Join(t.TempDir(), "log")
			fault := []string{"ENOSPC", "EIO", "EMFILE"}[(n+len(calls))%3]
			output := child(t, t.TempDir(), func() {}, strace, "-f", "-o", log, "-e", "trace="+calls,
				"-e", "inject="+calls+":error="+fault+":when="+strconv.Itoa(n))
			traced, err := os.ReadFile(log)
			if err != nil && !errors.Is(err, os.ErrNotExist) {
				t.Fatal(err)
			}
			if t.Failed() {
				t.Fatalf("%s, %s at call %d: %s", calls, fault, n, output)
			}
			injected := bytes.Count(traced, []byte("(INJECTED)"))
			t.Logf("%s, %s at call %d: %d failed, %d errors", calls, fault, n, injected, strings.Count(output, "fault:"))
			if injected == 0 {
				break
			}
			step *= fixtures.Rounds(8, 2, 1)
		}
	}
}
