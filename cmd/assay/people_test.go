package main

import (
	"strings"
	"testing"
)

// TestPeople invites a person and changes their access.
func TestPeople(t *testing.T) {
	d := imported(t)
	if out := d.done("people"); !strings.Contains(out, "nobody logs in") {
		t.Errorf("got %q", out)
	}
	for _, row := range []struct {
		args string
		code int
		says string
	}{
		{"people Ada", exitUsage, "no person has the name Ada"},
		{"people --invite", exitUsage, "NAME"},
		{"people Ada --invite --role reader", exitUsage, "--role: \"reader\": expected administrator"},
		{"people Ada --invite", exitDone, "Ada: administrator, invited"},
		{"people ada --invite", exitFaults, "taken"},
		{"people Ben --invite --link", exitUsage, "link"},
		{"people Ben --invite --role king", exitUsage, "--role: \"king\": expected reader"},
		{"people Ben --invite --mail nope", exitUsage, "--mail: "},
		{"people " + strings.Repeat("x", 101) + " --invite", exitUsage, "NAME: "},
		{"people ada --role king", exitUsage, "--role: "},
		{"people Ben --invite --role arbiter", exitDone, "/join/"},
		{"people ben --role annotator", exitDone, "Ben: annotator, invited"},
		{"people ben --bar", exitDone, "Ben: annotator, suspended"},
		{"people ben --admit", exitDone, "Ben: annotator, invited"},
		{"people ben --link --role arbiter", exitUsage, "[link role]"},
		{"people ben --link", exitDone, "/join/"},
		{"people ada --bar", exitFaults, "the archive would have no administrator"},
		{"people ben", exitDone, "Ben: annotator, invited"},
		{"people", exitDone, "Ada: administrator, invited\nBen: annotator, invited"},
	} {
		if got := d.run("", strings.Fields(row.args)...); got.code != row.code || !strings.Contains(got.out+got.errors, row.says) {
			t.Errorf("%s: exit %d, %s%s", row.args, got.code, got.out, got.errors)
		}
	}
	if all := objects(t, d.done("people", "--json")); len(all) != 2 || all[1]["name"] != "Ben" || all[1]["joined"] != false {
		t.Errorf("got %v", all)
	}
}
