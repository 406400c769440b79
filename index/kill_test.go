package index

import (
	"context"
	"math/rand/v2"
	"os"
	"os/exec"
	"testing"
	"time"

	"assay/fixtures"
)

// killedFolder names, in the environment of a child process, the folder whose
// index it is to catch up until it is killed.
const killedFolder = "ASSAY_TEST_KILLED_INDEX"

func killedArchive() *archive {
	a := seededArchive(13)
	a.fill(rand.New(rand.NewPCG(13, 13)), 3000, 40)
	return a
}

func TestMain(m *testing.M) {
	if path := os.Getenv(faultyFolder); path != "" {
		os.Exit(endureFaults(path))
	}
	path := os.Getenv(killedFolder)
	if path == "" {
		os.Exit(m.Run())
	}
	x, err := Open(context.Background(), path, killedArchive(), Options{BatchPositions: 1})
	if err == nil {
		err = x.CatchUp(context.Background(), nil)
	}
	if err == nil {
		err = x.Rebuild(context.Background(), nil)
	}
	if err == nil {
		err = x.Close()
	}
	if err != nil {
		println(err.Error())
		os.Exit(1)
	}
}

// TestKilled kills a process at random moments of opening, catching up and
// rebuilding. Whenever that is, the index opens again and nothing is lost or
// doubled.
func TestKilled(t *testing.T) {
	a := killedArchive()
	r := rand.New(rand.NewPCG(14, uint64(time.Now().UnixNano())))
	path := t.TempDir()
	for range fixtures.Rounds(2, 8, 100) {
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), killedFolder+"="+path)
		child.Stderr = os.Stderr
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(50+r.IntN(700)) * time.Millisecond)
		if err := child.Process.Kill(); err != nil {
			t.Logf("the child was quicker: %v", err)
		}
		if err := child.Wait(); err == nil {
			t.Log("the child was quicker")
		}
		x, err := Open(context.Background(), path, a, Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("cursor %d of %d", x.State().Cursor, a.sequence)
		checkClean(t, x)
		if err := x.Close(); err != nil {
			t.Fatal(err)
		}
	}
	x := open(t, path, a, Options{})
	catchUp(t, x)
	checkClean(t, x)
}
