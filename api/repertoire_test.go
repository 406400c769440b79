package api

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"assay/api/puzzles"
	"assay/api/records"
	"assay/api/repertoires"
	"assay/api/request"
	"assay/api/studies"
	"assay/store"
)

// draftOf returns a draft with one file.
func draftOf(name, side, text string) repertoires.Draft {
	return repertoires.Draft{Name: name, Side: side, Files: []repertoires.File{{Name: "lines", Content: strings.NewReader(text)}}}
}

// spelled returns places as their last moves with their choices.
func spelled(places []repertoires.Place) (all string) {
	for i := range places {
		var choices []string
		for _, c := range places[i].Choices {
			choices = append(choices, c.Text)
		}
		all += fmt.Sprintf("%s: %s; ", places[i].Line, strings.Join(choices, " "))
	}
	return strings.TrimSuffix(all, "; ")
}

// TestRepertoire reads repertoires of several variants, with what disagrees and
// what is missing in them.
func TestRepertoire(t *testing.T) {
	pond := string(readFile(t, filepath.Join("..", "fixtures", "definitions", "frog-pond.txt")))
	pond, _, _ = strings.Cut(pond, "\n5. ")
	a := newArchiveWith(t, filepath.Join("..", "fixtures", "definitions"))
	for _, row := range []struct {
		name, side, text               string
		lines, positions               int
		conflicts, gaps, leftOut, fail string
	}{
		{name: "transposed", side: "white", text: "1. d4 d5 2. c4 e6 3. Nc3 *\n\n1. c4 e6 2. d4 d5 3. Nf3 *\n", lines: 2, positions: 4,
			conflicts: ": d4 c4; 1. d4 d5 2. c4 e6: Nc3 Nf3"},
		{name: "variations", side: "Black", text: "1. e4 (1. d4 Nf6 (1... d5) 2. c4) 1... c5 2. Nf3 *\n", lines: 3, positions: 2,
			conflicts: "1. d4: Nf6 d5", gaps: "1. e4 c5 2. Nf3: ; 1. d4 Nf6 2. c4: "},
		{name: "mate", side: "second", text: "1. f3 e5 2. g4 Qh4# 0-1\n", lines: 1, positions: 2},
		{name: "null move", side: "white", text: "1. e4 e5 2. Nf3 (2. -- Nf6) *\n", lines: 2, positions: 2},
		{name: "set up", side: "white", text: "[SetUp \"1\"]\n[FEN \"8/8/8/8/8/4k3/8/4K2R w K - 3 40\"]\n\n40. Kd1 (40. Rh3+ Ke4 41. Rh4+) 40... Kd3 41. Rh3+ *\n",
			lines: 2, positions: 3, conflicts: ": Kd1 Rh3+"},
		{name: "pond", side: "Green", text: pond, lines: 1, positions: 3, // the herons go and come back
			conflicts: ": Heron c1 - d2 Tadpole a2 - a3",
			gaps:      "1. Heron c1 - d2 Heron c5 - d4 2. Heron d2 - c1 Heron d4 - c5 3. Tadpole a2 - a3 Tadpole a4 x a3 Brown Tadpole 4. Heron c1 - b2 Heron c5 - d4: "},
		{name: "shogi", side: "sente", text: "position startpos moves 7g7f 3c3d 8h2b+ 3a2b B*4e\n", lines: 1, positions: 3},
		{name: "crazyhouse", side: "white", text: "[Variant \"crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e5 (3. P@e6 fxe6) *\n", lines: 2, positions: 3,
			conflicts: "1. e4 d5 2. exd5 Qxd5: P@e5 P@e6", gaps: "1. e4 d5 2. exd5 Qxd5 3. P@e6 fxe6: "},
		{name: "xiangqi", side: "Red", text: "[Game \"Chinese Chess\"]\n\n1. H2-E2 H9-G7 2. H0-G2 I9-H9 *\n", lines: 1, positions: 2,
			gaps: "1. C2.5 H8+7 2. H2+3 R9.8: "},
		{name: "mixed", side: "white", text: "1. e4 *\n\n[Variant \"crazyhouse\"]\n\n1. d4 *\n\n1. d4 e5 2. Ke8 *\n", lines: 2, positions: 1,
			conflicts: ": e4 d4", gaps: "1. d4 e5: ",
			leftOut: "lines game 2: a game of crazyhouse, not of chess; lines game 3 from ply 3: "},
		{name: "side", side: "green", text: "1. e4 *\n", fail: `side "green": expected White, Black, first or second`},
		{name: "empty", side: "white", text: "", fail: "files: expected records with moves"},
		{name: "unread", side: "white", text: "1. xyz *\n[Variant \"nonesuch\"]\n", fail: "files: expected records with moves"},
		{name: "control \x01", side: "white", text: "1. e4 *\n", fail: "name"},
		{name: "", side: "white", text: "1. e4 *\n", fail: "name: expected a name"},
	} {
		t.Run(row.name, func(t *testing.T) {
			got, err := a.Repertoires.Add(t.Context(), draftOf(row.name, row.side, row.text))
			if row.fail != "" {
				if !errors.As(err, new(*request.InputError)) || !strings.Contains(err.Error(), row.fail) {
					t.Errorf("%v, want %s", err, row.fail)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got.Lines != row.lines || got.Positions != row.positions || got.Added != row.lines {
				t.Errorf("%d lines, %d added, %d positions", got.Lines, got.Added, got.Positions)
			}
			if c := spelled(got.Conflicts); c != row.conflicts {
				t.Errorf("conflicts %s", c)
			}
			if g := spelled(got.Gaps); g != row.gaps {
				t.Errorf("gaps %s", g)
			}
			if l := strings.Join(got.LeftOut, "; "); !strings.HasPrefix(l, row.leftOut) || row.leftOut == "" && l != "" {
				t.Errorf("left out %s", l)
			}
			again, err := a.Repertoires.Add(t.Context(), draftOf(row.name, row.side, row.text))
			if err != nil || again.Added != 0 || again.Lines != row.lines || again.Revision != 2 {
				t.Errorf("again: %+v, %v", again, err)
			}
			read, err := a.Repertoires.Find(t.Context(), got.ID)
			if err != nil || spelled(read.Conflicts) != spelled(got.Conflicts) || read.Positions != got.Positions {
				t.Errorf("read: %+v, %v", read, err)
			}
		})
	}
	if _, err := a.Repertoires.Add(t.Context(), draftOf("mate", "white", "1. e4 *\n")); !errors.As(err, new(*request.InputError)) {
		t.Errorf("another side: %v", err)
	}
	replaced := draftOf("mate", "", "1. e4 e5 *\n")
	replaced.Replace = true
	if got, err := a.Repertoires.Add(t.Context(), replaced); err != nil || got.Lines != 1 || got.Positions != 1 || got.First {
		t.Errorf("replaced: %+v, %v", got, err)
	}
}

// TestRepertoireOwners checks who sees, changes and removes repertoires.
func TestRepertoireOwners(t *testing.T) {
	a := newArchive(t)
	as := func(person int64, rights ...request.Right) context.Context {
		return request.WithCaller(t.Context(), request.Caller{Name: "x", PersonID: person, Rights: rights})
	}
	ada, ben := as(1, request.Read), as(2, request.Read, request.Arbitrate)
	for _, ctx := range []context.Context{ada, ben, t.Context()} {
		if _, err := a.Repertoires.Add(ctx, draftOf("Mine", "white", "1. e4 *\n")); err != nil {
			t.Fatal(err)
		}
	}
	for _, row := range []struct {
		ctx  context.Context
		want string
	}{{ada, "1:true 3:false "}, {ben, "2:true 3:true "}, {t.Context(), "3:true "}} {
		all, err := a.Repertoires.List(row.ctx)
		got := ""
		for _, v := range all {
			got += fmt.Sprintf("%d:%t ", v.ID, v.Own)
		}
		if err != nil || got != row.want {
			t.Errorf("%s, %v; want %s", got, err, row.want)
		}
	}
	if _, err := a.Repertoires.Find(ben, 1); !errors.Is(err, store.ErrNoRepertoire) {
		t.Errorf("another's: %v", err)
	}
	if err := a.Repertoires.Remove(ada, 3); !errors.As(err, new(*request.OwnerError)) {
		t.Errorf("removed: %v", err)
	}
	for id, ctx := range map[int64]context.Context{1: ada, 3: ben} {
		if err := a.Repertoires.Remove(ctx, id); err != nil {
			t.Error(err)
		}
	}
	if all, err := a.Repertoires.List(ada); len(all) > 0 || err != nil {
		t.Errorf("%v, %v", all, err)
	}
}

// TestRepertoireOfStudy takes lines from the chapters of a study that the
// caller may read.
func TestRepertoireOfStudy(t *testing.T) {
	a := newArchive(t)
	as := func(name string) context.Context {
		return request.WithCaller(t.Context(), request.Caller{Name: name, PersonID: int64(len(name)),
			Rights: []request.Right{request.Read, request.Contribute}})
	}
	name := "Lines"
	s, err := a.Studies.Create(as("Ada"), studies.Input{Name: &name,
		Records: "1. e4 e5 2. Nf3 (2. f4) *\n\n[Variant \"shogi\"]\n\n1. P-7f *\n\n1. d4 *\n"})
	if err != nil {
		t.Fatal(err)
	}
	add := func(ctx context.Context, study string) (*repertoires.Added, error) {
		return a.Repertoires.Add(ctx, repertoires.Draft{Name: "Mine", Side: "white", Studies: []string{study}})
	}
	got, err := add(as("Ada"), s.ID)
	if err != nil || got.Lines != 3 || got.ConflictCount != 2 || len(got.LeftOut) != 1 ||
		!strings.Contains(got.LeftOut[0], "a game of shogi") {
		t.Errorf("%+v, %v", got, err)
	}
	if got, err := add(as("Ben"), s.ID); !errors.Is(err, store.ErrNoStudy) {
		t.Errorf("a private study: %+v, %v", got, err)
	}
	access := studies.Unlisted
	if s, err = a.Studies.Save(as("Ada"), s.ID, 0, studies.Input{Access: &access}); err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]error{s.ID: store.ErrNoStudy, s.ID + ".wrong": store.ErrNoStudy,
		s.ID + "." + string(s.Link): nil} {
		if got, err := add(as("Ben"), id); !errors.Is(err, want) {
			t.Errorf("%s: %+v, %v", id, got, err)
		}
	}
}

// TestRepertoireCheck finds where games left a repertoire.
func TestRepertoireCheck(t *testing.T) {
	a := newArchive(t)
	text := ""
	for i, game := range []string{
		"[Result \"1-0\"]\n\n1. d4 d5 2. c4 e6 3. Nf3 1-0\n",     // the player, by another order of moves than the lines
		"[Result \"0-1\"]\n\n1. c4 e6 2. d4 d5 3. Nf3 0-1\n",     // the same position
		"[Result \"1/2-1/2\"]\n\n1. c4 c5 2. Nc3 1/2-1/2\n",      // the opponent
		"[Result \"1-0\"]\n\n1. d4 e6 2. c4 d5 3. Nc3 Nf6 1-0\n", // leaves the lines and comes back, up to their end
		"[Result \"*\"]\n\n1. d4 d5 2. c4 *\n",                   // ends within
		"[Result \"1-0\"]\n\n1. e4 e5 1-0\n",                     // the player, at once
		"[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O *\n",
	} {
		text += fmt.Sprintf("[White \"W%d\"]\n", i+1) + game + "\n"
	}
	if _, err := a.Submit(t.Context(), "games.pgn", strings.NewReader(text), records.Reading{}, false); err != nil {
		t.Fatal(err)
	}
	d := draftOf("QG", "white", "1. d4 d5 2. c4 e6 3. Nc3 *\n\n1. c4 e6 2. d4 d5 3. Nc3 *\n")
	added, err := a.Repertoires.Add(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	g, err := a.Repertoires.Graph(t.Context(), added.ID)
	if err != nil {
		t.Fatal(err)
	}
	for query, want := range map[string]string{
		"": "7 games, 1 within, 1 outside | player 1. d4 d5 2. c4 e6: Nc3, not Nf3 at 1@4 2@4 (50 %) | " +
			"player : d4 c4, not e4 at 6@0 (100 %) | end 1. d4 d5 2. c4 e6 3. Nc3: , not Nf6 at 4@5 (100 %) | opponent 1. c4: e6, not c5 at 3@1 (50 %)",
		"player:w3":     "1 games, 0 within, 0 outside | opponent 1. c4: e6, not c5 at 3@1 (50 %)",
		"player:nobody": "0 games, 0 within, 0 outside",
	} {
		r, err := a.Repertoires.Check(t.Context(), g, query, 0, 0)
		if err != nil {
			t.Fatal(err)
		}
		got := fmt.Sprintf("%d games, %d within, %d outside", r.Games, r.Within, r.Outside)
		for i := range r.Departures {
			d := &r.Departures[i]
			place := spelled([]repertoires.Place{d.Place})
			got += fmt.Sprintf(" | %s %s", d.By, place)
			for _, m := range d.Moves {
				got += ", not " + m.Text + " at"
				for _, at := range m.At {
					got += fmt.Sprintf(" %d@%d", at.Game, at.Ply)
				}
				got += fmt.Sprintf(" (%.0f %%)", m.Score.Value)
			}
		}
		if got != want {
			t.Errorf("%q:\n%s, want\n%s", query, got, want)
		}
	}
	if r, err := a.Repertoires.Check(t.Context(), g, "", 0, 1); err != nil || len(r.Departures) != 1 || r.Total != 4 {
		t.Errorf("limited: %+v, %v", r, err)
	}
	seen := ""
	for from, next := 0, "0"; next != ""; from++ {
		r, err := a.Repertoires.Check(t.Context(), g, "", from, 1)
		if err != nil || len(r.Departures) != 1 || r.Total != 4 {
			t.Fatalf("page %d: %+v, %v", from, r, err)
		}
		seen += string(r.Departures[0].By) + " "
		next = string(r.Next)
	}
	if seen != "player player end opponent " {
		t.Errorf("pages: %s", seen)
	}
	if r, err := a.Repertoires.Check(t.Context(), g, "", 9, 1); err != nil || len(r.Departures) != 0 || r.Next != "" {
		t.Errorf("after the last: %+v, %v", r, err)
	}
	if _, err := a.Repertoires.Check(t.Context(), g, "nonsense(", 0, 0); err == nil {
		t.Error("a wrong query")
	}
}

// FuzzRepertoire reads arbitrary files as lines. What is saved is read back as
// the same.
func FuzzRepertoire(f *testing.F) {
	for _, text := range []string{
		"1. e4 (1. d4 (1. c4)) 1... e5 2. Nf3 (2. -- Nf6) *\n", "[Variant \"crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e5 *\n",
		"[FEN \"8/8/8/8/8/4k3/8/4K2R w K - 0 1\"]\n\n1. Kd1 (1. O-O) *\n", "position startpos moves 7g7f 3c3d 8h2b+\n", illegalRecord, unsupportedRecord,
	} {
		f.Add(text, "first")
	}
	a := newArchive(f)
	f.Fuzz(func(t *testing.T, text, side string) {
		d := draftOf("fuzz", side, text)
		d.Replace = true
		got, err := a.Repertoires.Add(t.Context(), d)
		if err != nil {
			if !errors.As(err, new(*request.InputError)) && !errors.As(err, new(*request.LimitError)) {
				t.Fatal(err)
			}
			return
		}
		read, err := a.Repertoires.Find(t.Context(), got.ID)
		if err != nil || spelled(read.Conflicts)+spelled(read.Gaps) != spelled(got.Conflicts)+spelled(got.Gaps) || read.Positions != got.Positions {
			t.Errorf("read back as %+v, %v, want %+v", read, err, got)
		}
		if err := a.Repertoires.Remove(t.Context(), got.ID); err != nil {
			t.Error(err)
		}
	})
}

// BenchmarkRepertoire checks 10,000 games against 5,000 lines, also with the
// lines read again.
func BenchmarkRepertoire(b *testing.B) {
	const games, lines, plies, depth = 10_000, 5_000, 80, 24
	a := openArchive(b, b.TempDir())
	r, err := a.Rules("chess", "")
	if err != nil {
		b.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	// Openings have few continuations, so that games share positions.
	game := func(plies, open int) []string {
		p, texts := r.Start(), []string(nil)
		for i := range plies {
			all := p.Moves(nil)
			if _, over := p.Outcome(); over || len(all) == 0 {
				break
			}
			m := all[random.IntN(min(len(all), 3+max(0, i-open)))]
			texts = append(texts, puzzles.MoveText(p, m))
			p.Play(m)
		}
		return texts
	}
	write := func(n, plies int) string {
		var text strings.Builder
		for range n {
			fmt.Fprintf(&text, "[Variant \"chess\"]\n\n%s *\n\n", strings.Join(game(plies, 12), " "))
		}
		return text.String()
	}
	file := filepath.Join(b.TempDir(), "games.pgn")
	writeFile(b, file, []byte(write(games, plies)))
	tally, err := a.Import(b.Context(), []string{file}, records.ImportOptions{})
	if err != nil || tally.Legal < games*9/10 {
		b.Fatalf("%+v, %v", tally, err)
	}
	added, err := a.Repertoires.Add(b.Context(), draftOf("lines", "white", write(lines, depth)))
	if err != nil {
		b.Fatal(err)
	}
	b.Logf("%d games, %d lines, %d positions", tally.Added, added.Lines, added.Positions)
	check := func(b *testing.B, fresh bool) {
		for b.Loop() {
			c := a.Repertoires
			if fresh {
				c = repertoires.NewCollection(a.Library, a.store, repertoireSources{a})
			}
			g, err := c.Graph(b.Context(), added.ID)
			if err != nil {
				b.Fatal(err)
			}
			report, err := c.Check(b.Context(), g, "", 0, 0)
			if err != nil || report.Games != tally.Added || report.Total == 0 {
				b.Fatalf("%+v, %v", report, err)
			}
		}
	}
	b.Run("known", func(b *testing.B) { check(b, false) })
	b.Run("read again", func(b *testing.B) { check(b, true) })
}
