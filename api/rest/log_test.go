package rest

import (
	"encoding/json"
	"strings"
	"testing"

	"assay/store"
)

// TestLoggedCalls logs every request, and no secret.
func TestLoggedCalls(t *testing.T) {
	var log strings.Builder
	s, sessions := peopled(t, ServerConfig{Log: &log, LogCalls: true, LogForm: LogJSON})
	of(s, sessions[store.Reader], "GET", "/api/v1/games?q=hidden", "", "Authorization", "")
	of(s, sessions[store.Reader], "GET", "/api/v1/games?q=hidden", "")
	of(s, "", "POST", "/api/v1/session", `{"name": "reader", "password": "hidden"}`)
	of(s, "", "GET", "/nowhere", "", "Authorization", "Bearer assay_hidden")
	var statuses []int
	var people []string
	for line := range strings.Lines(log.String()) {
		var said struct {
			Msg, Method, Path, From, Person string
			Status, Bytes, Took             int
		}
		if err := json.Unmarshal([]byte(line), &said); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		if said.Msg != "call" || said.Path == "" || said.From != "192.0.2.1" || said.Took <= 0 {
			t.Errorf("said %s", line)
		}
		statuses, people = append(statuses, said.Status), append(people, said.Person)
	}
	if len(statuses) != 4 || statuses[0] != 401 || statuses[1] != 200 || statuses[2] != 401 || people[1] != "reader" || people[2] != "" {
		t.Errorf("statuses %v of %q", statuses, people)
	}
	if strings.Contains(log.String(), "hidden") || strings.Contains(log.String(), sessions[store.Reader]) {
		t.Errorf("the log has what it must not: %s", log.String())
	}
}
