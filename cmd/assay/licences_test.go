package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"assay/fixtures"
)

// marks are texts that identify licences by SPDX identifier.
var marks = []struct{ id, text string }{
	{"Apache-2.0", "Apache License,? Version 2\\.0"},
	{"BSD-3-Clause", "(Neither|The) (the )?names? of .{0,400}(contributors|copyright holders?|authors?).{0,200}(endorse|promote)"},
	{"BSD-2-Clause", "Redistributions in binary form must reproduce"},
	{"FTL OR GPL-2.0-or-later", "FreeType License"},
	{"ISC", "Permission to use, copy, modify,? and/?(or)? ?distribute this software for any purpose"},
	{"MIT", "Permission is hereby granted, free of charge"},
	{"MPL-2.0", "Mozilla Public License"},
	{"OFL-1.1", "SIL OPEN FONT LICENSE"},
	{"GPL", "GNU GENERAL PUBLIC LICENSE"},
	{"AGPL", "GNU AFFERO"},
	{"LGPL", "GNU LESSER"},
}

var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying)([-.].*)?$`)

// detected returns the licences in a module's folder as an SPDX expression.
func detected(t *testing.T, folder string) string {
	t.Helper()
	files, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, f := range files {
		if f.IsDir() || !licenceFile.MatchString(f.Name()) {
			continue
		}
		text := strings.Join(strings.Fields(string(mustRead(t, filepath.Join(folder, f.Name())))), " ")
		for _, m := range marks {
			if regexp.MustCompile("(?i)"+m.text).MatchString(text) && !slices.Contains(found, m.id) {
				found = append(found, m.id)
			}
		}
	}
	if slices.Contains(found, "FTL OR GPL-2.0-or-later") {
		found = []string{"FTL OR GPL-2.0-or-later"}
	}
	if slices.Contains(found, "BSD-3-Clause") { // contains the clauses of the other
		found = slices.DeleteFunc(found, func(id string) bool { return id == "BSD-2-Clause" })
	}
	slices.Sort(found)
	return strings.Join(found, " AND ")
}

// TestLicences compares the table of licences with the linked modules and their
// files. -update rewrites it.
func TestLicences(t *testing.T) {
	listed, err := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Dir}}{{end}}{{end}}", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := []string{"assay\tMIT", "std\tBSD-3-Clause"}
	for line := range strings.Lines(string(listed)) {
		module, folder, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if !ok || slices.ContainsFunc(lines, func(other string) bool { return strings.HasPrefix(other, module+"\t") }) {
			continue
		}
		expression := detected(t, folder)
		if expression == "" || strings.Contains(strings.ReplaceAll(expression, "OR GPL-2.0-or-later", ""), "GPL") {
			t.Errorf("%s has the licence %q", module, expression)
		}
		lines = append(lines, module+"\t"+expression)
	}
	slices.Sort(lines)
	want := strings.Join(lines, "\n") + "\n"
	if *update {
		if err := os.WriteFile("licences.txt", []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if want != licencesText {
		t.Errorf("licences.txt is not of these modules; run go test ./cmd/assay -run Licences -update\n%s", want)
	}
	for _, c := range contents().Components {
		if len(c.Licences) != 1 && !testOnly(lines, c.Name) {
			t.Errorf("%s has no licence in the bill of materials", c.Name)
		}
	}
}

// testOnly reports whether only tests link a module.
func testOnly(lines []string, module string) bool {
	return !slices.ContainsFunc(lines, func(line string) bool { return strings.HasPrefix(line, module+"\t") })
}

// TestLicenceFiles collects the licences of a release: a non-empty folder per
// module.
func TestLicenceFiles(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		fixtures.Lacks(t, "bash is not installed: %v", err)
	}
	folder := t.TempDir()
	if out, err := exec.Command("packaging/licences", folder).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for line := range strings.Lines(licencesText) {
		module, _, _ := strings.Cut(line, "\t")
		switch module {
		case "assay":
			continue
		case "std":
			module = "go"
		}
		if files, err := os.ReadDir(filepath.Join(folder, module)); err != nil || len(files) == 0 {
			t.Errorf("%s: %v", module, err)
		}
	}
	release := string(mustRead(t, "packaging/release"))
	if !strings.Contains(release, `packaging/licences "$made/common/licences"`) {
		t.Error("a release has no licences")
	}
}

// TestUnits: the systemd unit limits the server.
func TestUnits(t *testing.T) {
	unit := string(mustRead(t, "packaging/assay.service"))
	for _, key := range []string{"MemoryMax", "MemoryHigh", "TasksMax", "LimitNOFILE"} {
		if !regexp.MustCompile(`(?m)^` + key + `=[0-9]+[KMG]?$`).MatchString(unit) {
			t.Errorf("%s is not set", key)
		}
	}
}
