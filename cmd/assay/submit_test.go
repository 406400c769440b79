package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSubmit submits files to a server, without and with log-in.
func TestSubmit(t *testing.T) {
	d := newDesk(t)
	const sound = "[White \"Ann\"]\n[Black \"Bo\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n"
	const unseen = "1. e4 e5 2. Qh5 Nc6 3. Qxf7+ a6 4. d3 Kxf7 *\n"
	folder := t.TempDir()
	whole, part := filepath.Join(folder, "whole.pgn"), filepath.Join(folder, "part.pgn")
	writeFile(t, whole, sound)
	writeFile(t, part, strings.Replace(sound, "Ann", "Cy", 1)+"\n"+strings.Replace(sound, "Qxf7#", "Qxf8#", 1))
	address, stop := serving(t, d.data)
	untilReady(t, address)
	server := "http://" + address
	for _, row := range []struct {
		stdin string
		args  []string
		code  int
		says  string
	}{
		{"", []string{server}, exitUsage, "at least one file"},
		{"", []string{"localhost:80", whole}, exitUsage, "URL"},
		{"", []string{"ftp://x", whole}, exitUsage, "URL"},
		{"", []string{server, "nonesuch.pgn"}, exitUsage, "nonesuch.pgn"},
		{"", []string{server, whole}, exitDone, "whole.pgn:1: chess, legal, archived as 1\n"},
		{"", []string{server + "/", whole}, exitDone, "already archived as 1\n"},
		{"", []string{server, whole, part, "--author", "Bea", "--comment", "Round 2"}, exitFaults, "part.pgn:2: chess, illegal, pending as submission 5\n    verdict: "},
		{sound, []string{server, "-", "--event", "Cup"}, exitUsage, "--event: the server has no event"},
		{sound, []string{server, "-", "--variant", "nope"}, exitUsage, "nope"},
		{sound, []string{server, "-", "--json"}, exitDone, `"submissions":[{"id":6,`},
		{unseen, []string{server, "-"}, exitFaults, "pending as submission 7"},
		{sound, []string{server + "/elsewhere", "-"}, exitUsage, "no such URL"},
		{"", []string{server, part, "--atomic"}, exitFaults, "part.pgn:9:35: game 2 (chess): illegal at ply 7, move 4 of White, not submitted"},
		{"", []string{server, part, "--atomic", "--json"}, exitFaults, `"game":2`},
		{"", []string{server, whole, "--atomic"}, exitDone, "already archived as 1\n"},
		{"[White \"\xcf\xe5\xf2\xf0\xee\xe2\"]\n\n1. e4 e5 2. Nf6 *\n", []string{server, "-", "--encoding", "windows-1251"}, exitFaults, "pending as submission 9"},
	} {
		if got := d.run(row.stdin, append([]string{"submit"}, row.args...)...); got.code != row.code || !strings.Contains(got.out+got.errors, row.says) {
			t.Errorf("%q: exit %d, %s%s", row.args, got.code, got.out, got.errors)
		}
	}
	d.done("delete", "1")
	if got := d.run("", "submit", server, whole); got.code != exitDone || !strings.Contains(got.out, "already archived as 1 and deleted; to restore it, run assay restore 1\n") {
		t.Errorf("a game that is deleted: exit %d, %s%s", got.code, got.out, got.errors)
	}
	d.done("restore", "1")
	if err := stop(os.Interrupt); err != nil {
		t.Error(err)
	}
	for _, row := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"7"}, exitUsage, "--ply"},
		{[]string{"7", "--ply", "6", "--ruling", "W-0"}, exitUsage, "--reason"},
		{[]string{"7", "--ply", "5", "--ruling", "W-0", "--reason", "r"}, exitUsage, "6"},
		{[]string{"99", "--ply", "6", "--ruling", "W-0", "--reason", "r"}, exitFaults, "submission 99"},
		{[]string{"1", "--ply", "6", "--ruling", "W-0", "--reason", "r"}, exitFaults, "accepted"},
		{[]string{"7", "--undo", "1", "--reason", "r"}, exitFaults, "new"},
		{[]string{"7", "--ply", "6", "--ruling", "W-0", "--reason", "nobody saw it"}, exitDone, "submission 7, ruled\n    ply 6 stands"},
		{[]string{"7", "--undo", "1", "--reason", "the arbiter did"}, exitFaults, "submission 7, new"},
	} {
		args := append([]string{"rule", "--submission", "--author", "Ada"}, row.args...)
		if got := d.run("", args...); got.code != row.code || !strings.Contains(got.out+got.errors, row.says) {
			t.Errorf("%q: exit %d, %s%s", args, got.code, got.out, got.errors)
		}
	}
	d.done("people", "Ada", "--invite")
	address, stop = serving(t, d.data)
	for _, args := range [][]string{{}, {"--token", "assay_none"}} {
		if got := d.run("", append([]string{"submit", "http://" + address, whole}, args...)...); got.code != exitUsage || !strings.Contains(got.errors, "--token") {
			t.Errorf("%q where people log in: exit %d, %s%s", args, got.code, got.out, got.errors)
		}
	}
	if err := stop(os.Interrupt); err != nil {
		t.Error(err)
	}
}
