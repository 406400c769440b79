package main

import (
	"database/sql"
	"path/filepath"
	"strings"
	"testing"
)

// TestWebhookUsage rejects invalid flags.
func TestWebhookUsage(t *testing.T) {
	d := imported(t)
	d.done("webhooks", "--add", "https://club.example/x")
	for args, says := range map[string]string{
		"--add nope": "--add: ",
		"--add https://club.example/x --kinds nope": "--kinds: \"nope\": expected game.archived, game.verified, ",
		"1 --redeliver -3":                          "--redeliver: ",
		"1 --add https://club.example/y":            "--add: ",
		"--kinds game.archived":                     "--kinds: ",
		"1 --kinds game.archived":                   "--kinds: ",
		"1 --redeliver 0":                           "--redeliver: ",
		"--off":                                     "--off: requires the NUMBER",
		"--on":                                      "--on: ",
		"--rotate":                                  "--rotate: ",
		"--retire":                                  "--retire: ",
		"--remove":                                  "--remove: ",
		"--deliveries":                              "--deliveries: ",
		"--redeliver 3":                             "--redeliver: ",
		"--from 2026-07-01T09:30:00Z":               "--from: ",
	} {
		if got := d.run("", append([]string{"webhooks"}, strings.Fields(args)...)...); got.code != exitUsage || !strings.Contains(got.errors, says) {
			t.Errorf("%s: exit %d, %s", args, got.code, got.errors)
		}
	}
}

// TestDeliveries lists more deliveries than fit a page.
func TestDeliveries(t *testing.T) {
	d := imported(t)
	d.done("webhooks", "--add", "https://club.example/x")
	db, err := sql.Open("sqlite3", filepath.Join(d.data, "archive.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(`WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 501)
		INSERT INTO dispatches SELECT 1, n, 1, 'dispatched', 200, '', 0 FROM n`); err != nil {
		t.Fatal(err)
	}
	if lines := strings.Count(d.done("webhooks", "1", "--deliveries"), "\n"); lines != 501 {
		t.Errorf("%d of 501", lines)
	}
}
