package main

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"
	"go.yaml.in/yaml/v3"
)

// TestConfigFile: config.yaml and the defaults have the same keys and values.
func TestConfigFile(t *testing.T) {
	text, err := os.ReadFile("../../config.yaml")
	if err != nil {
		t.Fatal(err)
	}
	written := map[string]any{}
	if err := yaml.Unmarshal(text, &written); err != nil {
		t.Fatal(err)
	}
	for key := range written {
		if _, known := keys[key]; !known {
			t.Errorf("config.yaml has %s, which is no setting", key)
		}
	}
	for key := range keys {
		if _, there := written[key]; !there {
			t.Errorf("config.yaml leaves %s out", key)
		}
	}
	if n := reflect.TypeFor[settings]().NumField(); n != len(keys) {
		t.Errorf("%d fields, %d keys", n, len(keys))
	}
	got, err := loadSettings(flagsOf(t, "--config", "../../config.yaml"), nil, t.Logf)
	if err != nil || !reflect.DeepEqual(got, defaults) {
		t.Errorf("got %+v, %v; the defaults are %+v", got, err, defaults)
	}
}

// TestIndexSetting: data and index determine the place of the index.
func TestIndexSetting(t *testing.T) {
	const database = "postgres://assay@127.0.0.1/games"
	for _, row := range []struct{ data, index, folder, database string }{
		{"here", "assay-index", "here", ""},
		{"here", "bleve", "here", ""},
		{database, "assay-index", "assay-index", ""},
		{database, "bleve", "assay-index", ""},
		{database, "./postgres", "./postgres", ""},
		{database, "postgres", "", database},
	} {
		got, err := loadSettings(flagsOf(t, "--data", row.data, "--index", row.index), nil, t.Logf)
		if err != nil || got.folder() != row.folder || got.indexDatabase() != row.database {
			t.Errorf("%s, %s: %q, %q, %v", row.data, row.index, got.folder(), got.indexDatabase(), err)
		}
	}
	_, err := loadSettings(flagsOf(t, "--data", "here", "--index", "postgres"), nil, t.Logf)
	if err == nil || !strings.Contains(err.Error(), "--index") {
		t.Errorf("an index in the database of an archive in a folder: %v", err)
	}
}

func TestHosts(t *testing.T) {
	got, err := loadSettings(flagsOf(t), []string{"ASSAY_HOSTS=here.example, There.example,[2001:db8::1],"}, t.Logf)
	if want := []string{"here.example", "There.example", "[2001:db8::1]"}; err != nil || !slices.Equal(got.hosts(), want) {
		t.Errorf("%q, %v", got.hosts(), err)
	}
}

// TestLists reads lists of the configuration file, as YAML lists and as texts.
func TestLists(t *testing.T) {
	file := filepath.Join(t.TempDir(), "assay.yaml")
	writeFile(t, file, "frames: [https://a.example, https://b.example]\norigins: https://c.example,https://d.example\nhosts:\n- e.example\nproxies: []\n")
	got, err := loadSettings(flagsOf(t, "--config", file), nil, t.Logf)
	if err != nil || got.Frames != "https://a.example, https://b.example" || got.Origins != "https://c.example,https://d.example" || got.Hosts != "e.example" || got.Proxies != "" {
		t.Errorf("%q %q %q %q, %v", got.Frames, got.Origins, got.Hosts, got.Proxies, err)
	}
}

// flagsOf parses flags of serve, which has those of all settings.
func flagsOf(t *testing.T, args ...string) *pflag.FlagSet {
	t.Helper()
	root := new(program).command()
	cmd, _, err := root.Find([]string{"serve"})
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.ParseFlags(args); err != nil {
		t.Fatal(err)
	}
	return cmd.Flags()
}

func TestPrecedence(t *testing.T) {
	file := filepath.Join(t.TempDir(), "assay.yaml")
	writeFile(t, file, "workers: 3\nlisten: 127.0.0.1:3\ndata: from-file\n")
	environ := []string{"ASSAY_CONFIG=" + file, "ASSAY_WORKERS=2", "ASSAY_LISTEN=127.0.0.1:2", "HOME=/"}
	got, err := loadSettings(flagsOf(t, "--workers", "1"), environ, t.Logf)
	if err != nil {
		t.Fatal(err)
	}
	want := defaults
	want.Workers, want.Listen, want.Data = 1, "127.0.0.1:2", "from-file"
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	other := filepath.Join(t.TempDir(), "other.yaml")
	writeFile(t, other, "data: from-other\n")
	if got, err := loadSettings(flagsOf(t, "--config", other), environ, t.Logf); err != nil || got.Data != "from-other" {
		t.Errorf("--config and ASSAY_CONFIG: %+v, %v", got, err)
	}
}

func TestWorkingFolderConfig(t *testing.T) {
	t.Chdir(t.TempDir())
	got, err := loadSettings(flagsOf(t), nil, t.Logf)
	if err != nil || !reflect.DeepEqual(got, defaults) {
		t.Errorf("without a file: %+v, %v", got, err)
	}
	writeFile(t, "config.yaml", "workers: 7\n")
	if got, err := loadSettings(flagsOf(t), nil, t.Logf); err != nil || got.Workers != 7 {
		t.Errorf("with a file: %+v, %v", got, err)
	}
}

func TestBadSettings(t *testing.T) {
	for _, c := range []struct {
		name, file string
		environ    []string
		args       []string
		says       []string
	}{
		{"misspelt keys", "lisen: x\ndatta: y\n", nil, nil, []string{"assay.yaml: ", "lisen", "datta"}},
		{"a key twice", "workers: 1\nworkers: 2\n", nil, nil, []string{"assay.yaml: ", "workers"}},
		{"not a mapping", "- data\n", nil, nil, []string{"assay.yaml: "}},
		{"a list for a number", "workers: [1]\n", nil, nil, []string{"assay.yaml: workers: "}},
		{"words for a number", "", []string{"ASSAY_WORKERS=many"}, nil, []string{"ASSAY_WORKERS: "}},
		{"value of the file", "max_body: -1\n", nil, nil, []string{"assay.yaml: max_body: "}},
		{"minutes of the laboratory", "lab_minutes: 0\n", nil, nil, []string{"assay.yaml: lab_minutes: "}},
		{"cores of analysis", "analysis_cores: -1\n", nil, nil, []string{"assay.yaml: analysis_cores: "}},
		{"value of the environment", "", []string{"ASSAY_MAX_RECORD=0"}, nil, []string{"ASSAY_MAX_RECORD: "}},
		{"value of a flag", "", nil, []string{"--workers", "-1"}, []string{"--workers: "}},
		{"a host with a port", "", []string{"ASSAY_HOSTS=here.example, there.example:80"}, nil, []string{"ASSAY_HOSTS: ", "there.example:80", "without port"}},
		{"an address for a host", "", nil, []string{"--hosts", "http://here.example/"}, []string{"--hosts: "}},
		{"an address for an origin", "origins: https://here.example/page\n", nil, nil, []string{"origins: ", "list of origins"}},
		{"a list in a list", "frames: [[a]]\n", nil, nil, []string{"frames: ", "list of texts"}},
		{"a list with a page", "frames: [https://here.example, https://there.example/page]\n", nil, nil, []string{"frames: ", "there.example/page"}},
		{"any host", "hosts: '*.example'\n", nil, nil, []string{"hosts: ", "without port, *"}},
		{"all at once", "workers: -1\nlisten: here\ndata: ''\n", nil, nil, []string{"workers: ", "listen: ", "data: "}},
		{"no such folder", "", nil, []string{"--variants-dir", "nosuch"}, []string{"--variants-dir: "}},
		{"not a folder", "variants_dir: settings.go\n", nil, nil, []string{"variants_dir: "}},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "assay.yaml")
			writeFile(t, file, c.file)
			_, err := loadSettings(flagsOf(t, append(c.args, "--config", file)...), c.environ, t.Logf)
			if _, ok := err.(*usageError); !ok {
				t.Fatalf("got %v", err)
			}
			for _, say := range c.says {
				if !strings.Contains(err.Error(), say) {
					t.Errorf("%q does not name %q", err, say)
				}
			}
		})
	}
}

func TestUnknownVariableIsNoted(t *testing.T) {
	noted := ""
	got, err := loadSettings(flagsOf(t), []string{"ASSAY_WORKER=3"}, func(_ string, args ...any) { noted = args[0].(string) })
	if err != nil || !reflect.DeepEqual(got, defaults) || noted != "ASSAY_WORKER" {
		t.Errorf("%+v, %v, noted %q", got, err, noted)
	}
}

// TestProviderSettings reads the settings of the log-in provider.
func TestProviderSettings(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "secret")
	writeFile(t, secret, "of the file\n")
	environ := []string{"ASSAY_OIDC_ISSUER=https://accounts.example", "ASSAY_OIDC_CLIENT=assay", "ASSAY_OIDC_SECRET=of the environment",
		"ASSAY_OIDC_ROLES=judges=arbiter, board=administrator", "ASSAY_OIDC_ROLE_CLAIM=groups"}
	for _, row := range []struct{ file, want string }{{"", "of the environment"}, {"ASSAY_OIDC_SECRET_FILE=" + secret, "of the file"}} {
		s, err := loadSettings(flagsOf(t), append(environ, row.file), func(format string, args ...any) { t.Errorf(format, args...) })
		if err != nil {
			t.Fatal(err)
		}
		p, err := s.provider(append(environ, row.file))
		if err != nil || p.Secret != row.want || p.Issuer != "https://accounts.example" || p.Client != "assay" || p.Strangers != "" ||
			!slices.Equal(p.Scopes, []string{"profile", "email"}) || p.Roles["judges"] != "arbiter" || len(p.Roles) != 2 {
			t.Errorf("%+v, %v", p, err)
		}
	}
	for _, row := range []struct{ environ, names string }{
		{"ASSAY_OIDC_ISSUER=accounts.example", "ASSAY_OIDC_ISSUER"},
		{"ASSAY_OIDC_ISSUER=http://accounts.example", "not encrypted"},
		{"ASSAY_OIDC_CLIENT=", "ASSAY_OIDC_CLIENT"},
		{"ASSAY_OIDC_ROLES=judges", "ASSAY_OIDC_ROLES"},
		{"ASSAY_OIDC_ROLES=judges=king", "ASSAY_OIDC_ROLES"},
		{"ASSAY_OIDC_STRANGERS=king", "ASSAY_OIDC_STRANGERS"},
		{"ASSAY_BASE_PATH=games", "ASSAY_BASE_PATH"},
		{"ASSAY_BASE_PATH=/games/", "ASSAY_BASE_PATH"},
		{"ASSAY_BASE_PATH=/games/../x", "ASSAY_BASE_PATH"},
		{"ASSAY_AUTOCERT=*.example.com", "ASSAY_AUTOCERT"},
		{"ASSAY_AUTOCERT=192.0.2.1", "ASSAY_AUTOCERT"},
		{"ASSAY_AUTOCERT=localhost", "ASSAY_AUTOCERT"},
	} {
		if _, err := loadSettings(flagsOf(t), append(slices.Clone(environ), row.environ), t.Logf); err == nil || !strings.Contains(err.Error(), row.names) {
			t.Errorf("%s: %v", row.environ, err)
		}
	}
	s, err := loadSettings(flagsOf(t), append(environ, "ASSAY_OIDC_SECRET_FILE="+secret+"-none"), t.Logf)
	if _, missing := s.provider(environ); err != nil || missing == nil || !strings.Contains(missing.Error(), "oidc_secret_file") {
		t.Errorf("%v, %v", err, missing)
	}
}
