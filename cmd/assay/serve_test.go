package main

import (
	"bufio"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// serving starts the program as a process. It returns the printed address, and
// a function that stops the process by a signal.
func serving(t testing.TB, data string, args ...string) (address string, stop func(os.Signal) error) {
	t.Helper()
	address, process := started(t, data, args...)
	return address, func(signal os.Signal) error { return ended(process, signal) }
}

// started is like serving and returns the process.
func started(t testing.TB, data string, args ...string) (address string, process *exec.Cmd) {
	t.Helper()
	return startedWith(t, os.Stderr, data, args...)
}

// startedWith is like started and writes what the process reports to a log.
func startedWith(t testing.TB, log io.Writer, data string, args ...string) (address string, process *exec.Cmd) {
	t.Helper()
	cmd := exec.Command(os.Args[0], append([]string{"serve", "--json", "--listen", "127.0.0.1:0", "--data", data}, args...)...)
	cmd.Env = append(os.Environ(), "RUN_ASSAY=1")
	cmd.Stderr = log
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() }) // it may have ended already
	line, err := bufio.NewReader(out).ReadBytes('\n')
	if err != nil {
		t.Fatal(err)
	}
	var s served
	if err := json.Unmarshal(line, &s); err != nil {
		t.Fatal(err)
	}
	return s.Address, cmd
}

// ended stops a process by a signal and waits for it.
func ended(process *exec.Cmd, signal os.Signal) error {
	if err := process.Process.Signal(signal); err != nil {
		return err
	}
	return process.Wait()
}

// get requests a page. headers alternates names and values.
func get(t *testing.T, url string, headers ...string) (status int, body string) {
	t.Helper()
	request, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	client := http.Client{Timeout: 10 * time.Second}
	answer, err := client.Do(request)
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
		if got := d.run("", "explorer", "--variant", "csg-1"); got.code != exitFaults || !strings.Contains(got.errors, "A server at http://"+address+" is using this archive. Use its Search page or its REST API.") {
			t.Errorf("explorer beside the server: exit %d: %s", got.code, got.errors)
		}
		if err := stop(signal); err != nil {
			t.Errorf("stopped by %v: %v", signal, err)
		}
		d.done("check")
	}
}

// TestServeInProcess runs the server in the process of the test.
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

// begun runs serve until the context ends and returns its first line.
func begun(t *testing.T, ctx context.Context, errors io.Writer, data string, args ...string) (line string, ended <-chan int) {
	t.Helper()
	in, out := io.Pipe()
	done := make(chan int, 1)
	go func() {
		done <- run(ctx, append([]string{"serve", "--listen", "127.0.0.1:0"}, args...), []string{"ASSAY_DATA=" + data}, strings.NewReader(""), out, errors)
		out.Close()
	}()
	line, err := bufio.NewReader(in).ReadString('\n')
	if err != nil && err != io.EOF {
		t.Fatal(err)
	}
	return strings.TrimSpace(line), done
}

// TestServeNames: the server answers only under the configured names.
func TestServeNames(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	line, done := begun(t, ctx, io.Discard, t.TempDir(), "--hosts", "assay.example")
	_, address, found := strings.Cut(line, "http://")
	if !found {
		t.Fatalf("got %q", line)
	}
	for host, want := range map[string]int{"127.0.0.1": 200, "assay.example": 200, "evil.example": 421, "192.0.2.7": 421} {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+address+"/healthz", nil)
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
	if code := <-done; code != exitDone {
		t.Errorf("exit %d", code)
	}
}

// everywhere is a listener on all addresses.
type everywhere struct{ net.Listener }

func (everywhere) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4zero, Port: 8080} }

// TestServeOutside: the server serves other computers only if people log in, or
// if a setting allows all changes or none.
func TestServeOutside(t *testing.T) {
	d := newDesk(t)
	d.done("import", both)
	p := &program{stderr: io.Discard, stdout: bufio.NewWriter(io.Discard), settings: settings{Listen: "0.0.0.0:8080", Hosts: "assay.example"}}
	if at, hosts := p.reached(everywhere{}); at != "localhost:8080" || !slices.Equal(hosts, []string{"assay.example", "0.0.0.0"}) {
		t.Errorf("reached at %s as %q", at, hosts)
	}
	if loopback(everywhere{}) {
		t.Error("all addresses are this machine's own")
	}
	for _, row := range []struct {
		args   []string
		people bool
		says   string // error if it does not serve
	}{
		{nil, false, ""}, {[]string{"--proxies", "10.0.0.0/8"}, false, "nobody logs in"}, {[]string{"--proxies", "10.0.0.0/8", "--open"}, false, ""},
		{[]string{"--proxies", "10.0.0.0/8", "--read-only"}, false, ""}, {[]string{"--proxies", "10.0.0.300"}, false, "10.0.0.300"},
		{[]string{"--certificate", "nonesuch"}, false, "together"}, {[]string{"--certificate", "nonesuch", "--key", "nonesuch"}, false, "nonesuch"},
		{[]string{"--proxies", "10.0.0.0/8"}, true, ""},
	} {
		if row.people {
			d.done("people", "Ada", "--invite")
		}
		ctx, cancel := context.WithCancel(t.Context())
		var errors strings.Builder
		line, done := begun(t, ctx, &errors, d.data, row.args...)
		cancel()
		code := <-done
		if row.says == "" && (code != exitDone || line == "") || row.says != "" && (code != exitUsage || !strings.Contains(errors.String(), row.says)) {
			t.Errorf("%q: exit %d, %q, %s", row.args, code, line, errors.String())
		}
	}
}

// TestAutocert: a cached certificate is used, and the authority gets no request
// for other names.
func TestAutocert(t *testing.T) {
	folder := t.TempDir()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(7), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(80 * 24 * time.Hour), DNSNames: []string{"games.example"}}
	public, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalECPrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	kept := slices.Concat(pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: secret}), pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: public}))
	if err := os.MkdirAll(filepath.Join(folder, "certificates"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "certificates", "games.example"), kept, 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	line, done := begun(t, ctx, io.Discard, folder, "--autocert", "games.example")
	_, address, found := strings.Cut(line, "https://")
	if !found {
		t.Fatalf("got %q", line)
	}
	for _, row := range []struct {
		name, protocol string
		serial         int64 // 0 for no certificate
	}{{"games.example", "h2", 7}, {"evil.example", "h2", 0}, {"", "h2", 0}, {"evil.example", "acme-tls/1", 0}, {"games.example", "acme-tls/1", 0}} {
		c, err := tls.Dial("tcp", address, &tls.Config{ServerName: row.name, InsecureSkipVerify: true, NextProtos: []string{row.protocol}})
		if (err == nil) != (row.serial != 0) {
			t.Errorf("%+v: %v", row, err)
		}
		if err == nil {
			if got := c.ConnectionState().PeerCertificates[0].SerialNumber.Int64(); got != row.serial {
				t.Errorf("%+v: certificate %d", row, got)
			}
			c.Close()
		}
	}
	cancel()
	if code := <-done; code != exitDone {
		t.Errorf("exit %d", code)
	}
	m := certified([]string{"games.example"}, "https://127.0.0.1:1", t.TempDir())
	for _, name := range []string{"evil.example", "games.example"} {
		_, err := m.GetCertificate(&tls.ClientHelloInfo{ServerName: name})
		if refused := err != nil && strings.Contains(err.Error(), "not configured"); err == nil || refused != (name == "evil.example") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestServeTLS: the server encrypts by a certificate and reloads it when its
// files change.
func TestServeTLS(t *testing.T) {
	folder := t.TempDir()
	certificate, key := filepath.Join(folder, "cert.pem"), filepath.Join(folder, "key.pem")
	write := func(serial int64) {
		private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		template := &x509.Certificate{SerialNumber: big.NewInt(serial), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
		public, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
		if err != nil {
			t.Fatal(err)
		}
		secret, err := x509.MarshalPKCS8PrivateKey(private)
		if err != nil {
			t.Fatal(err)
		}
		changed := time.Now().Add(time.Duration(serial) * time.Second)
		for file, block := range map[string]*pem.Block{certificate: {Type: "CERTIFICATE", Bytes: public}, key: {Type: "PRIVATE KEY", Bytes: secret}} {
			if err := os.WriteFile(file, pem.EncodeToMemory(block), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := os.Chtimes(file, changed, changed); err != nil {
				t.Fatal(err)
			}
		}
	}
	write(1)
	ctx, cancel := context.WithCancel(t.Context())
	line, done := begun(t, ctx, io.Discard, t.TempDir(), "--certificate", certificate, "--key", key)
	_, address, found := strings.Cut(line, "https://")
	if !found {
		t.Fatalf("got %q", line)
	}
	for serial := range int64(2) {
		write(serial + 1)
		client := http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, ForceAttemptHTTP2: true}}
		answer, err := client.Get("https://" + address + "/healthz")
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if got := answer.TLS.PeerCertificates[0].SerialNumber.Int64(); answer.StatusCode != 200 || answer.ProtoMajor != 2 || got != serial+1 {
			t.Errorf("status %d by HTTP/%d and certificate %d, want %d", answer.StatusCode, answer.ProtoMajor, got, serial+1)
		}
		client.CloseIdleConnections()
	}
	cancel()
	if code := <-done; code != exitDone {
		t.Errorf("exit %d", code)
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

// TestClosedPipe closes standard output after the first line.
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
