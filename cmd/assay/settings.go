package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/netip"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/go-viper/mapstructure/v2"
	"github.com/spf13/pflag"
	"github.com/spf13/viper"
	"golang.org/x/crypto/acme"

	"assay/analysis/engine/external"
	"assay/api"
	"assay/api/analyse"
	"assay/api/laboratory"
	"assay/api/rest"
	"assay/index"
	"assay/parser"
	"assay/store/postgres"
)

// settings are the user's settings. config.yaml documents them.
type settings struct {
	Data          string           `mapstructure:"data"`
	Index         string           `mapstructure:"index"`
	IndexMemory   int64            `mapstructure:"index_memory"`
	VariantsDir   string           `mapstructure:"variants_dir"`
	LabelsDir     string           `mapstructure:"labels_dir"`
	Listen        string           `mapstructure:"listen"`
	Hosts         string           `mapstructure:"hosts"`
	Origins       string           `mapstructure:"origins"`
	Frames        string           `mapstructure:"frames"`
	Rate          int              `mapstructure:"rate"`
	Log           string           `mapstructure:"log"`
	LogCalls      bool             `mapstructure:"log_calls"`
	ReadOnly      bool             `mapstructure:"read_only"`
	Open          bool             `mapstructure:"open"`
	Closed        bool             `mapstructure:"closed"`
	Proxies       string           `mapstructure:"proxies"`
	Certificate   string           `mapstructure:"certificate"`
	Key           string           `mapstructure:"key"`
	Autocert      string           `mapstructure:"autocert"`
	Authority     string           `mapstructure:"autocert_directory"`
	BasePath      string           `mapstructure:"base_path"`
	Webhooks      string           `mapstructure:"webhook_networks"`
	OIDCIssuer    string           `mapstructure:"oidc_issuer"`
	OIDCTitle     string           `mapstructure:"oidc_title"`
	OIDCClient    string           `mapstructure:"oidc_client"`
	OIDCSecret    string           `mapstructure:"oidc_secret_file"`
	OIDCScopes    string           `mapstructure:"oidc_scopes"`
	OIDCName      string           `mapstructure:"oidc_name_claim"`
	OIDCRole      string           `mapstructure:"oidc_role_claim"`
	OIDCRoles     string           `mapstructure:"oidc_roles"`
	OIDCOthers    string           `mapstructure:"oidc_strangers"`
	Workers       int              `mapstructure:"workers"`
	MaxRecord     int64            `mapstructure:"max_record"`
	MaxPlies      int              `mapstructure:"max_plies"`
	MaxVariations int              `mapstructure:"max_side_lines"`
	MaxComment    int              `mapstructure:"max_comment"`
	MaxBody       int64            `mapstructure:"max_body"`
	MaxExport     int              `mapstructure:"max_export"`
	MaxFrames     int              `mapstructure:"max_frames"`
	Analysis      int              `mapstructure:"analysis_cores"`
	LabMinutes    int              `mapstructure:"lab_minutes"`
	Engines       []engineSettings `mapstructure:"engines"`
}

var defaults = settings{
	Data:          "assay-data",
	Index:         "assay-index",
	IndexMemory:   index.DefaultMemory,
	Listen:        "127.0.0.1:8080",
	Log:           string(rest.LogText),
	Authority:     acme.LetsEncryptURL,
	OIDCTitle:     "your account",
	OIDCScopes:    "profile, email",
	OIDCName:      "name",
	MaxRecord:     parser.DefaultMaxRecord,
	MaxPlies:      parser.DefaultLimits.Plies,
	MaxVariations: parser.DefaultLimits.Variations,
	MaxComment:    parser.DefaultLimits.Comment,
	MaxBody:       rest.DefaultMaxBody,
	MaxExport:     rest.DefaultMaxExport,
	MaxFrames:     rest.DefaultMaxFrames,
	Analysis:      1,
	LabMinutes:    int(laboratory.DefaultMaxTime.Minutes()),
	Engines:       []engineSettings{},
}

// keys contains the names of the settings with their defaults.
var keys = func() map[string]any {
	all := map[string]any{}
	if err := mapstructure.Decode(defaults, &all); err != nil {
		panic(err) // depends only on the types
	}
	return all
}()

const (
	configFile = "config.yaml" // default, read from the working folder
	envPrefix  = "ASSAY_"
	configEnv  = envPrefix + "CONFIG"
)

func flagOf(key string) string { return strings.ReplaceAll(key, "_", "-") }
func envOf(key string) string  { return envPrefix + strings.ToUpper(key) }

// loadSettings reads each setting from its flag, else the environment, else the
// configuration file, else its default. The error is a *usageError that names
// the flag, variable or key.
func loadSettings(flags *pflag.FlagSet, environ []string, note func(string, ...any)) (settings, error) {
	v := viper.New()
	for key, value := range keys {
		v.SetDefault(key, value)
	}
	env := environment(environ, note)
	file, err := readConfig(v, flags, env[configEnv])
	if err != nil {
		return settings{}, err
	}
	if err := joinLists(v); err != nil {
		return settings{}, usage(file, "%v", err)
	}
	origin := map[string]string{}
	for key := range keys {
		if v.InConfig(key) {
			origin[key] = file + ": " + key
		}
	}
	for key := range keys {
		if value, ok := env[envOf(key)]; ok {
			if err := v.MergeConfigMap(map[string]any{key: value}); err != nil {
				return settings{}, usage(envOf(key), "%v", err)
			}
			origin[key] = envOf(key)
		}
		if f := flags.Lookup(flagOf(key)); f != nil && f.Changed {
			v.Set(key, f.Value.String())
			origin[key] = "--" + f.Name
		}
	}
	var s settings
	if err := v.UnmarshalExact(&s); err != nil {
		return settings{}, undecoded(err, file, origin)
	}
	return s, s.check(origin)
}

// joinLists turns lists of the configuration file into the comma-separated
// lists of flags and variables.
func joinLists(v *viper.Viper) error {
	for _, key := range []string{"hosts", "origins", "frames", "proxies", "webhook_networks"} {
		list, ok := v.Get(key).([]any)
		if !ok {
			continue
		}
		texts := make([]string, len(list))
		for i, value := range list {
			text, ok := value.(string)
			if !ok || strings.Contains(text, ",") {
				return fmt.Errorf("%s: expected a list of texts, found %v", key, value)
			}
			texts[i] = text
		}
		if err := v.MergeConfigMap(map[string]any{key: strings.Join(texts, ", ")}); err != nil {
			return err
		}
	}
	return nil
}

// undecoded returns a usageError about a value of the wrong type, which names
// its origin, or about an unknown key of the file.
func undecoded(err error, file string, origin map[string]string) error {
	if value, ok := errors.AsType[*mapstructure.DecodeError](err); ok {
		if where, known := origin[strings.Trim(value.Name(), "'")]; known {
			return usage(where, "%v", value.Unwrap())
		}
	}
	return usage(file, "%s", reasons(err))
}

// environment returns the program's environment variables. It reports unknown
// ones without rejecting them: other programs may use them.
func environment(environ []string, note func(string, ...any)) map[string]string {
	env := map[string]string{}
	for _, pair := range environ {
		name, value, _ := strings.Cut(pair, "=")
		if !strings.HasPrefix(name, envPrefix) {
			continue
		}
		env[name] = value
		if _, known := keys[strings.ToLower(strings.TrimPrefix(name, envPrefix))]; !known && name != configEnv &&
			name != providerSecret && name != tokenEnv {
			note("assay: the environment variable %s is not a setting", name)
		}
	}
	return env
}

// readConfig reads the configuration file, if it exists, and returns its name.
func readConfig(v *viper.Viper, flags *pflag.FlagSet, fromEnv string) (string, error) {
	where, file := "", configFile
	if fromEnv != "" {
		where, file = configEnv, fromEnv
	}
	if f := flags.Lookup("config"); f != nil && f.Changed {
		where, file = "--config", f.Value.String()
	}
	in, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) && where == "" {
		return file, nil
	}
	if err != nil {
		return file, usage(cmp.Or(where, file), "%v", err)
	}
	defer in.Close()
	v.SetConfigType("yaml")
	if err := v.ReadConfig(in); err != nil {
		return file, usage(file, "%s", reasons(err))
	}
	return file, nil
}

// reasons joins a decoder's errors on one line.
func reasons(err error) string {
	var lines []string
	for _, line := range strings.Split(err.Error(), "\n") {
		line = strings.TrimPrefix(strings.TrimSpace(line), "'' has ")
		if line != "" && !strings.HasPrefix(line, "decoding failed") {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "; ")
}

// check reports all invalid values; origin contains their sources.
func (s settings) check(origin map[string]string) error {
	var wrong []string
	say := func(key, format string, args ...any) {
		wrong = append(wrong, cmp.Or(origin[key], key)+": "+fmt.Sprintf(format, args...))
	}
	if s.Data == "" {
		say("data", "expected a folder or a postgres:// URL")
	}
	if s.Index == "" {
		say("index", "expected a folder")
	}
	if s.Index == indexInDatabase && !postgres.IsURL(s.Data) {
		say("index", "%s requires an archive in a database (data)", indexInDatabase)
	}
	if s.Log != string(rest.LogText) && s.Log != string(rest.LogJSON) {
		say("log", "%q: expected text or json", s.Log)
	}
	s.checkReach(say)
	s.checkProvider(say)
	for _, number := range []struct {
		key, wrong   string
		value, least int64
	}{
		{"workers", "expected at least 0, found %d", int64(s.Workers), 0},
		{"analysis_cores", "expected at least 0, found %d", int64(s.Analysis), 0},
		{"lab_minutes", "expected more than 0, found %d", int64(s.LabMinutes), 1},
		{"index_memory", "expected more than 0 bytes, found %d", s.IndexMemory, 1},
		{"max_record", "expected more than 0 bytes, found %d", s.MaxRecord, 1},
		{"max_plies", "expected more than 0, found %d", int64(s.MaxPlies), 1},
		{"max_side_lines", "expected more than 0, found %d", int64(s.MaxVariations), 1},
		{"max_comment", "expected more than 0, found %d", int64(s.MaxComment), 1},
		{"max_body", "expected more than 0 bytes, found %d", s.MaxBody, 1},
		{"max_export", "expected more than 0 games, found %d", int64(s.MaxExport), 1},
		{"max_frames", "expected more than 0 positions, found %d", int64(s.MaxFrames), 1},
	} {
		if number.value < number.least {
			say(number.key, number.wrong, number.value)
		}
	}
	for i, engine := range s.Engines {
		if err := engine.config().Check(); err != nil {
			say("engines", "%v", err)
		}
		if engine.Name == analyse.EngineName ||
			slices.ContainsFunc(s.Engines[:i], func(other engineSettings) bool { return other.Name == engine.Name }) {
			say("engines", "duplicate engine %s", engine.Name)
		}
	}
	for key, folder := range map[string]string{"variants_dir": s.VariantsDir, "labels_dir": s.LabelsDir} {
		if folder == "" {
			continue
		}
		if info, err := os.Stat(folder); err != nil {
			say(key, "%v", plain(err))
		} else if !info.IsDir() {
			say(key, "%s is not a folder", folder)
		}
	}
	if len(wrong) == 0 {
		return nil
	}
	slices.Sort(wrong)
	where, message, _ := strings.Cut(strings.Join(wrong, "; "), ": ")
	return usage(where, "%s", message)
}

// checkReach reports invalid settings of the network: those for reaching the
// server, and those for addresses that the server reaches.
func (s settings) checkReach(say func(key, format string, args ...any)) {
	if _, _, err := net.SplitHostPort(s.Listen); err != nil {
		say("listen", "%q: expected host:port", s.Listen)
	}
	for _, host := range s.hosts() {
		if name := rest.HostName(host); name == "" || name != strings.ToLower(strings.Trim(host, "[]")) ||
			strings.Contains(name, "*") {
			say("hosts", "%q: expected a comma-separated list of host names, without port, * or final dot", host)
		}
	}
	for _, list := range []struct{ key, value string }{{"origins", s.Origins}, {"frames", s.Frames}} {
		for _, origin := range words(list.value) {
			if !rest.IsOrigin(origin) {
				say(list.key, "%q: expected a comma-separated list of origins such as https://here.example, not *",
					origin)
			}
		}
	}
	for key, list := range map[string]string{"proxies": s.Proxies, "webhook_networks": s.Webhooks} {
		if _, err := networks(list); err != nil {
			say(key, "%v", err)
		}
	}
	if (s.Certificate == "") != (s.Key == "") {
		say("certificate", "certificate and key must be given together")
	}
	for _, host := range words(s.Autocert) {
		if name := rest.HostName(host); name != host || !strings.Contains(host, ".") || strings.Contains(host, "*") ||
			net.ParseIP(host) != nil {
			say("autocert", "%q: expected a public host name, such as games.example", host)
		}
	}
	if u, err := url.Parse(s.Authority); s.Autocert != "" && (err != nil || u.Scheme != "https" || u.Host == "") {
		say("autocert_directory", "%q: expected an https URL", s.Authority)
	}
	if s.Autocert != "" && s.Certificate != "" {
		say("autocert", "cannot be combined with certificate")
	}
	if !rest.IsBase(s.BasePath) {
		say("base_path", "%q: expected a path such as /games, without a final slash", s.BasePath)
	}
}

// hosts returns the server's host names in addition to loopback ones.
func (s settings) hosts() []string { return words(s.Hosts) }

// networks parses a comma-separated list of IP addresses and networks.
func networks(list string) (all []netip.Prefix, err error) {
	for _, word := range words(list) {
		network, wrong := netip.ParsePrefix(word)
		if address, err := netip.ParseAddr(word); err == nil {
			network, wrong = netip.PrefixFrom(address, address.BitLen()), nil
		}
		if wrong != nil {
			return nil, fmt.Errorf("%q: expected a comma-separated list of addresses such as 10.0.0.7 and networks "+
				"such as 10.0.0.0/8", word)
		}
		all = append(all, network.Masked())
	}
	return all, nil
}

// defaultRate is the number of requests per minute and IP address if other
// computers can reach the server.
const defaultRate = 1200

// rate returns the number of requests per minute and IP address, 0 for no
// limit.
func (s settings) rate(loopback bool) int {
	switch {
	case s.Rate != 0:
		return max(s.Rate, 0)
	case loopback:
		return 0
	}
	return defaultRate
}

// words splits a comma-separated list.
func words(text string) []string {
	var names []string
	for name := range strings.SplitSeq(text, ",") {
		if name = strings.TrimSpace(name); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// Values of the setting index that are not folders.
const (
	indexInDatabase = "postgres" // in the archive's database
	indexInFolder   = "bleve"    // in the default folder
)

// folder returns the folder of derived data: next to the archive, or a local
// folder if the archive is a database; "" if the database contains them.
func (s settings) folder() string {
	switch {
	case !postgres.IsURL(s.Data):
		return s.Data
	case s.Index == indexInDatabase:
		return ""
	case s.Index == indexInFolder:
		return defaults.Index
	}
	return s.Index
}

// indexDatabase returns the URL of the index's database, "" for none.
func (s settings) indexDatabase() string {
	if s.folder() == "" {
		return s.Data
	}
	return ""
}

// archive returns the archive's folder, or its URL without the password.
func (s settings) archive() string { return archiveName(s.Data) }

// useCases returns the configuration of the use cases.
func (s settings) useCases() api.Config {
	var engines []external.Config
	for _, engine := range s.Engines {
		engines = append(engines, engine.config())
	}
	return api.Config{Data: s.folder(), IndexDatabase: s.indexDatabase(), IndexMemory: s.IndexMemory,
		VariantsDir: s.VariantsDir, LabelsDir: s.LabelsDir, MaxRecord: s.MaxRecord, Workers: s.Workers,
		Engines: engines, LabTime: time.Duration(s.LabMinutes) * time.Minute,
		Limits: parser.Limits{Plies: s.MaxPlies, Variations: s.MaxVariations, Comment: s.MaxComment}}
}
