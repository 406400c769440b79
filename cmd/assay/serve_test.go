package main

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// serving starts the program as a process of its own and gives the address
// that it prints, and a function that stops it by a signal and waits.
func serving(t *testing.T, data string, args ...string) (address string, stop func(os.Signal) error) {
	t.Helper()
	cmd := exec.Command(os.Args[0], append([]string{"serve", "--json", "--listen", "127.0.0.1:0", "--data", data}, args...)...)
	cmd.Env = append(os.Environ(), "RUN_ASSAY=1")
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill() })
	line, err := bufio.NewReader(out).ReadBytes('\n')
	if err != nil {
		t.Fatal(err)
	}
	var s served
	if err := json.Unmarshal(line, &s); err != nil {
		t.Fatal(err)
	}
	return s.Address, func(signal os.Signal) error {
		if err := cmd.Process.Signal(signal); err != nil {
			return err
		}
		return cmd.Wait()
	}
}

func get(t *testing.T, url string) (status int, body string) {
	t.Helper()
	client := http.Client{Timeout: 10 * time.Second}
	answer, err := client.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(text)
}

func TestServe(t *testing.T) {
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		d := newDesk(t)
		address, stop := serving(t, d.data, both)
		if status, _ := get(t, "http://"+address+"/api/v1/healthz"); status != http.StatusOK {
			t.Errorf("health: %d", status)
		}
		if status, body := get(t, "http://"+address+"/api/v1/games"); status != http.StatusOK || !strings.Contains(body, `"csg-3"`) {
			t.Errorf("games: %d %s", status, body)
		}
		d.done("backup", d.data+".copy")
		if got := d.run("", "recover", d.data+".copy"); got.code != exitFaults || !strings.Contains(got.errors, "locked by another process") {
			t.Errorf("recover beside the server: exit %d: %s", got.code, got.errors)
		}
		if hits := objects(t, d.done("search", "--json", "--record", board1, "--ply", "20")); len(hits) != 1 || hits[0]["ply"] != 20.0 {
			t.Errorf("search beside the server: %v", hits)
		}
		if got := d.run("", "check"); got.code != exitDone || got.out != "" || !strings.Contains(got.errors, "index was not checked") {
			t.Errorf("check beside the server: exit %d: %s%s", got.code, got.out, got.errors)
		}
		if hits := objects(t, d.done("search", "--json", "--query", `"copper"`)); len(hits) != 2 {
			t.Errorf("search by words beside the server: %v", hits)
		}
		if got := d.run("", "explorer", "--variant", "csg-1"); got.code != exitFaults || !strings.Contains(got.errors, "REST") {
			t.Errorf("explorer beside the server: exit %d: %s", got.code, got.errors)
		}
		if err := stop(signal); err != nil {
			t.Errorf("stopped by %v: %v", signal, err)
		}
		d.done("check")
	}
}

// TestServeInProcess runs the server by run itself, as a test of another
// package could.
func TestServeInProcess(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	in, out := io.Pipe()
	done := make(chan int, 1)
	go func() {
		done <- run(ctx, []string{"serve", "--listen", "127.0.0.1:0", both}, []string{"ASSAY_DATA=" + t.TempDir()}, strings.NewReader(""), out, io.Discard)
		out.Close()
	}()
	line, err := bufio.NewReader(in).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	at := strings.Index(line, "http://")
	if at < 0 || !strings.HasPrefix(line, "serving 2 games ") {
		t.Fatalf("got %q", line)
	}
	if status, _ := get(t, strings.TrimSpace(line[at:])+"/healthz"); status != http.StatusOK {
		t.Errorf("health: %d", status)
	}
	cancel()
	if code := <-done; code != exitDone {
		t.Errorf("exit %d", code)
	}
}

// TestServeOutside warns where other machines reach the server, and answers
// under the address that it is reached by, and the names that are set.
func TestServeOutside(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	in, out := io.Pipe()
	done := make(chan int, 1)
	var warned strings.Builder
	go func() {
		done <- run(ctx, []string{"serve", "--listen", "0.0.0.0:0", "--hosts", "assay.example"}, []string{"ASSAY_DATA=" + t.TempDir()}, strings.NewReader(""), out, &warned)
		out.Close()
	}()
	line, err := bufio.NewReader(in).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	_, port, found := strings.Cut(strings.TrimSpace(line), "http://localhost:")
	if !found {
		t.Fatalf("got %q", line)
	}
	for host, want := range map[string]int{"127.0.0.1": 200, "assay.example": 200, "0.0.0.0": 200, "evil.example": 421, "192.0.2.7": 421} {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://127.0.0.1:"+port+"/healthz", nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Host = host
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != want {
			t.Errorf("%s: %d, want %d", host, answer.StatusCode, want)
		}
	}
	cancel()
	if code := <-done; code != exitDone || !strings.Contains(warned.String(), "other machines") {
		t.Errorf("exit %d: %s", code, warned.String())
	}
}

func TestAddressInUse(t *testing.T) {
	d := newDesk(t)
	address, stop := serving(t, d.data)
	defer stop(os.Interrupt)
	got := newDesk(t).run("", "serve", "--listen", address, both)
	if got.code != exitUsage || !strings.Contains(got.errors, "listen") {
		t.Errorf("exit %d: %s", got.code, got.errors)
	}
}

// TestClosedPipe has a reader that wants the first line only.
func TestClosedPipe(t *testing.T) {
	cmd := exec.Command(os.Args[0], "perft", "1", "--divide", "--variant", "csg-1")
	cmd.Env = append(os.Environ(), "RUN_ASSAY=1")
	var errors strings.Builder
	cmd.Stderr = &errors
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	read.Close()
	cmd.Stdout = write
	err = cmd.Run()
	write.Close()
	if err != nil || errors.Len() > 0 {
		t.Errorf("%v: %s", err, errors.String())
	}
}
