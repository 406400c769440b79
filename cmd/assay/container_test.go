package main

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"assay/fixtures"
)

// top is the folder of the container files.
const top = "../.."

// instructions returns the instructions of the Dockerfile, split into words.
func instructions(t *testing.T) (all [][]string) {
	text := strings.ReplaceAll(string(mustRead(t, filepath.Join(top, "Dockerfile"))), "\\\n", " ")
	for line := range strings.Lines(text) {
		if words := strings.Fields(line); len(words) > 0 && !strings.HasPrefix(words[0], "#") {
			all = append(all, words)
		}
	}
	return all
}

// isCommand fails the test if the program has no such command.
func isCommand(t *testing.T, args ...string) {
	t.Helper()
	if c, rest, err := new(program).command().Find(args); err != nil || !c.HasParent() || len(rest) > 0 {
		t.Errorf("%q is no command", args)
	}
}

// isSetting fails the test if an environment variable is not a setting.
func isSetting(t *testing.T, variable string) {
	t.Helper()
	if name, ours := strings.CutPrefix(variable, envPrefix); ours {
		if _, known := keys[strings.ToLower(name)]; !known {
			t.Errorf("%s is no setting", variable)
		}
	}
}

// TestDockerfile compares the Dockerfile with the project: it builds like the
// release, copies existing files, uses existing settings and commands, and runs
// without privileges.
func TestDockerfile(t *testing.T) {
	release := strings.Join(strings.Fields(strings.ReplaceAll(string(mustRead(t, "packaging/release")), "\\\n", " ")), " ")
	version := regexp.MustCompile(`(?m)^go ([0-9]+\.[0-9]+)`).FindStringSubmatch(string(mustRead(t, filepath.Join(top, "go.mod"))))[1]
	user, bases := "", 0
	for _, words := range instructions(t) {
		line := strings.Join(words, " ")
		switch words[0] {
		case "FROM":
			bases++
			if image, tag, _ := strings.Cut(words[1], ":"); image == "golang" && !strings.HasPrefix(tag, version+"-") {
				t.Errorf("%s, and go.mod asks for %s", line, version)
			}
		case "COPY":
			for _, source := range words[1 : len(words)-1] {
				if strings.HasPrefix(source, "--") || slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(w, "--from=") }) {
					continue
				}
				if _, err := os.Stat(filepath.Join(top, source)); err != nil {
					t.Error(err)
				}
			}
		case "RUN":
			if built, _, is := strings.Cut(line, " -o "); is && !strings.Contains(release, strings.TrimPrefix(built, "RUN ")) {
				t.Errorf("releases are not built so: %s", line)
			}
		case "ENV":
			for _, pair := range words[1:] {
				name, _, _ := strings.Cut(pair, "=")
				isSetting(t, name)
			}
		case "USER":
			user = words[1]
		case "HEALTHCHECK", "ENTRYPOINT", "CMD":
			var args []string
			if err := json.Unmarshal([]byte(line[strings.Index(line, "["):]), &args); err != nil {
				t.Errorf("%s: %v", line, err)
			}
			if words[0] == "CMD" {
				args = append([]string{"/usr/local/bin/assay"}, args...)
			}
			if args[0] != "/usr/local/bin/assay" {
				t.Errorf("%s: the program is not copied there", line)
			}
			if len(args) > 1 {
				isCommand(t, args[1:]...)
			}
		}
	}
	// Everything in git is copied, so that the program knows its revision.
	ignored := strings.Split(strings.ReplaceAll(string(mustRead(t, filepath.Join(top, ".gitignore"))), "/", ""), "\n")
	for line := range strings.Lines(string(mustRead(t, filepath.Join(top, ".dockerignore")))) {
		if !slices.Contains(ignored, strings.ReplaceAll(strings.TrimSpace(line), "/", "")) {
			t.Errorf(".dockerignore leaves out %s", line)
		}
	}
	if user != "nonroot:nonroot" || bases != 2 {
		t.Errorf("%d stages, run by %q", bases, user)
	}
}

// TestCompose checks that the compose file is consistent and fits the project.
func TestCompose(t *testing.T) {
	type service struct {
		Build, Image    string
		Profiles        []string
		Environment     map[string]string
		Ports, Volumes  []string
		ReadOnly        bool     `yaml:"read_only"`
		Tmpfs           []string `yaml:"tmpfs"`
		CapDrop         []string `yaml:"cap_drop"`
		SecurityOpt     []string `yaml:"security_opt"`
		Restart         string
		StopGracePeriod string                                `yaml:"stop_grace_period"`
		DependsOn       map[string]struct{ Condition string } `yaml:"depends_on"`
		Healthcheck     struct {
			Test              []string
			Interval, Timeout string
			Retries           int
		}
	}
	var file struct {
		Services map[string]service
		Volumes  map[string]any
	}
	compose := filepath.Join(top, "cmd", "assay", "packaging", "compose.yaml")
	text := string(mustRead(t, compose))
	in := yaml.NewDecoder(strings.NewReader(text))
	in.KnownFields(true)
	if err := in.Decode(&file); err != nil {
		t.Fatal(err)
	}
	for name, s := range file.Services {
		for variable := range s.Environment {
			isSetting(t, variable)
		}
		for _, v := range s.Volumes {
			if volume, _, _ := strings.Cut(v, ":"); len(file.Volumes) == 0 {
				t.Errorf("%s: no volume %s", name, volume)
			} else if _, is := file.Volumes[volume]; !is {
				t.Errorf("%s: no volume %s", name, volume)
			}
		}
		for other, on := range s.DependsOn {
			needed, is := file.Services[other]
			if !is || !slices.Equal(needed.Profiles, s.Profiles) || on.Condition == "service_healthy" && len(needed.Healthcheck.Test) == 0 {
				t.Errorf("%s: waits for %s, which does not come", name, other)
			}
		}
		if s.Build != "" && (filepath.Join(filepath.Dir(compose), s.Build) != top || !s.ReadOnly || !slices.Contains(s.CapDrop, "ALL") || !slices.Contains(s.Ports, "8080:8080")) {
			t.Errorf("%s: %+v", name, s)
		}
	}
	for _, call := range regexp.MustCompile(`docker compose -f (\S+) run --rm (\S+) (\S+)`).FindAllStringSubmatch(text, -1) {
		if _, is := file.Services[call[2]]; !is || filepath.Join(top, call[1]) != compose {
			t.Errorf("%s: no such service", call[0])
		}
		isCommand(t, call[3])
	}
}

// TestReady queries a server before it starts, while it serves, and after it
// has stopped.
func TestReady(t *testing.T) {
	d := newDesk(t)
	address, stop := serving(t, d.data)
	for range 200 { // until its index is open
		if d.run("", "ready", "http://"+address).code == exitDone {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	for _, test := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"http://" + address}, exitDone, ""},
		{[]string{"http://" + address + "/elsewhere"}, exitFaults, ""},
		{[]string{address}, exitUsage, "not the address of a server"},
		{[]string{"ftp://" + address}, exitUsage, "not the address of a server"},
	} {
		if got := d.run("", append([]string{"ready"}, test.args...)...); got.code != test.code || !strings.Contains(got.errors, test.says) {
			t.Errorf("%q: exit %d: %s%s", test.args, got.code, got.out, got.errors)
		}
	}
	stop(syscall.SIGTERM)
	if got := d.run("", "ready", "http://"+address); got.code != exitFaults || !strings.Contains(got.out, "not ready") {
		t.Errorf("exit %d: %s%s", got.code, got.out, got.errors)
	}
	if got := d.run("", "ready", "--json", "http://"+address); got.code != exitFaults || objects(t, got.out)[0]["status"] != "not ready" {
		t.Errorf("exit %d: %s%s", got.code, got.out, got.errors)
	}
	for _, test := range []struct {
		settings settings
		want     string
	}{
		{settings{Listen: ":8080"}, "http://localhost:8080"},
		{settings{Listen: "0.0.0.0:80", BasePath: "/games"}, "http://localhost:80/games"},
		{settings{Listen: "[::1]:8080", Certificate: "c"}, "https://[::1]:8080"},
		{settings{Listen: "games.example:443", Autocert: "games.example"}, "https://games.example:443"},
	} {
		if got := test.settings.here(); got != test.want {
			t.Errorf("%s: %s, not %s", test.settings.Listen, got, test.want)
		}
	}
}

// TestDebianPackage packs a release whose program is a script: a package has
// its files where Debian looks for them, and a version that grows.
func TestDebianPackage(t *testing.T) {
	if _, err := exec.LookPath("dpkg-deb"); err != nil {
		fixtures.Lacks(t, "dpkg-deb is not installed: %v", err)
	}
	for said, want := range map[string]string{
		"assay 0.3-dev, revision 0123456789abcdef, 2026-11-30T01:02:03Z, go1.26": "0.3~dev+20261130.0123456",
		"assay 0.3, go1.26": "0.3",
	} {
		release, out := t.TempDir(), t.TempDir()
		for name, text := range map[string]string{
			"assay": "#!/bin/sh\necho '" + said + "'\n", "LICENSE": "MIT", "README.md": "", "CHANGELOG.md": "", "config.yaml": "",
			"man/assay.1": "", "completion/assay.bash": "", "completion/assay.zsh": "", "completion/assay.fish": "", "licences/one/LICENSE": "",
			"assay.service":      string(mustRead(t, "packaging/assay.service")),
			"assay-backup.timer": string(mustRead(t, "packaging/assay-backup.timer")),
		} {
			path := filepath.Join(release, name)
			if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o755)); err != nil {
				t.Fatal(err)
			}
		}
		if text, err := exec.Command("packaging/deb", release, out).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		packages, err := filepath.Glob(filepath.Join(out, "assay_"+want+"_*.deb"))
		if err != nil || len(packages) != 1 {
			t.Fatalf("%s: packages %v, %v", said, packages, err)
		}
		unpacked := t.TempDir()
		if text, err := exec.Command("dpkg-deb", "-x", packages[0], unpacked).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		for _, file := range []string{"bin/assay", "share/man/man1/assay.1.gz", "share/doc/assay/copyright", "share/doc/assay/licences/one/LICENSE",
			"share/bash-completion/completions/assay", "share/zsh/vendor-completions/_assay", "lib/systemd/system/assay-backup.timer"} {
			if _, err := os.Stat(filepath.Join(unpacked, "usr", file)); err != nil {
				t.Error(err)
			}
		}
		unit := string(mustRead(t, filepath.Join(unpacked, "usr/lib/systemd/system/assay.service")))
		if !strings.Contains(unit, "ExecStart=/usr/bin/assay serve") {
			t.Errorf("the unit starts another program:\n%s", unit)
		}
	}
}
