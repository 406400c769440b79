package players

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"assay/store"
)

// table is a store of pairings of chess.
type table []row

// row is a [store.Pairing] without its variant.
type row struct {
	First, Second, Year string
	Games               int
}

func (all table) Pairings(_ context.Context, each func(store.Pairing) error) error {
	for _, p := range all {
		if err := each(store.Pairing{First: p.First, Second: p.Second, Variant: "chess", Year: p.Year, Games: p.Games}); err != nil {
			return err
		}
	}
	return nil
}

func (table) PlayerGames(context.Context, []string) ([]store.PlayerGame, error) { return nil, nil }

func (table) Contents(context.Context, []int64) ([]store.Contents, error) { return nil, nil }

func (table) ChangedPlayers(context.Context, int64, int) ([]store.ChangedPlayers, error) {
	return nil, nil
}

func TestList(t *testing.T) {
	l, err := List(t.Context(), table{
		{"GM Tal, Mikhail", "Botvinnik, M", "1960", 3}, {"Botvinnik, M", "GM Tal, Mikhail", "1961", 4},
		{"GM Tal, Mikhail", "?", "????", 1}, {"", "Botvinnik, M", "", 2}, {"NN", "", "1900", 5},
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := []Player{
		{"Botvinnik, M", nil, nil, 9, 4, 5, 1960, 1961},
		{"GM Tal, Mikhail", nil, []string{"GM"}, 8, 4, 4, 1960, 1961},
	}
	if got := fmt.Sprint(l.Players); got != fmt.Sprint(want) || len(l.Suggestions) > 0 {
		t.Errorf("%v, %v, want %v", got, l.Suggestions, want)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := List(ctx, table{{"A", "B", "", 1}}, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestSuggestions judges pairs of names, without and with games that speak for
// or against them.
func TestSuggestions(t *testing.T) {
	for _, row := range []struct {
		games       table
		least, most float64 // likelihood of the only suggestion; 0 for none
	}{
		{table{{"Carlsen, M", "X", "2010", 2}, {"Carlsen,M", "Y", "2011", 1}}, 0.95, 1},
		{table{{"Carlsen, M", "X", "2010", 2}, {"Carlsen M", "Y", "2011", 1}}, 0.95, 1},
		{table{{"羽生善治", "X", "2010", 2}, {"羽生善治九段", "Y", "2011", 1}}, 0.95, 1},
		{table{{"渡邊明", "X", "2010", 2}, {"渡辺 明 名人", "Y", "2011", 1}}, 0.95, 1},
		{table{{"이세돌 9단", "X", "2010", 2}, {"이세돌", "Y", "2011", 1}}, 0.95, 1},
		{table{{"Carlsen, Magnus", "X", "2010", 2}, {"Magnus Carlsen", "Y", "2011", 1}}, 0.9, 1},
		{table{{"Carlsen, Magnus", "X", "2010", 2}, {"Carlsen, M", "Y", "2011", 1}}, 0.7, 0.8},
		{table{{"Carlsen, Magnus", "X", "2010", 2}, {"Carlsen, M", "X", "2011", 1}}, 0.8, 0.85},
		{table{{"Carlsen, Magnus", "X", "2010", 2}, {"M Carlsen", "Y", "2011", 1}}, 0.7, 0.8},
		{table{{"Carlsen, Magnus Oen", "X", "2010", 2}, {"Carlsen, Magnus", "Y", "2011", 1}}, 0.7, 0.8},
		{table{{"Carlsen, Magnus", "X", "2010", 2}, {"Carlsen, M O", "Y", "2011", 1}}, 0.7, 0.8},
		{table{{"Lasker, Emanuel", "X", "1910", 2}, {"Lasker, E", "Y", "1990", 1}}, 0.2, 0.3}, // 80 years apart
		{table{{"Lasker, Emanuel", "Lasker, E", "1910", 2}}, 0, 0},                            // they met
		{table{{"Carlsen, M", "Carlsen,M", "2010", 1}}, 0.3, 0.35},
		{table{{"Carlsen, Magnus", "X", "2010", 2}, {"Carlsen, Henrik", "Y", "2011", 1}}, 0, 0},
		{table{{"Carlsen, Magnus", "X", "2010", 2}, {"Carlson, Magnus", "Y", "2011", 1}}, 0, 0},
		{table{{"Carlsen, Magnus", "X", "2010", 2}, {"Magnus", "Y", "2011", 1}}, 0, 0},
		{table{{"?", "X", "2010", 2}, {"NN", "Y", "2011", 1}, {"N.N.", "X", "2010", 2}}, 0, 0},
		{table{{"Nakamura, Hikaru", "X", "2010", 2}, {"Nakamura,Hi", "Y", "2011", 1}}, 0.7, 0.8},
		{table{{"WANG Bin", "X", "2010", 2}, {"WANG BingGuo", "X", "2011", 1}}, 0, 0}, // both names are whole
		{table{{"Wang, Bin", "X", "2010", 2}, {"WANG BingGuo", "Y", "2011", 1}}, 0.7, 0.8},
		{table{{"Flores Rios, M", "X", "2010", 2}, {"Flores Rios Mauricio", "Y", "2011", 1}}, 0.7, 0.8},
		{table{{"Flores Rios, M", "X", "2010", 2}, {"Flores, R", "X", "2011", 1}}, 0, 0},
		{table{{"Hu RongHua", "X", "2010", 2}, {"Hu RongHua+Lv Qin", "X", "2011", 1}}, 0, 0},
		{table{{"羽生善治", "X", "2010", 2}, {"羽生", "Y", "2011", 1}}, 0, 0},
	} {
		l, err := List(t.Context(), row.games, nil)
		if err != nil {
			t.Fatal(err)
		}
		got := l.Suggestions
		if row.most == 0 && len(got) > 0 ||
			row.most > 0 && (len(got) != 1 || got[0].Likelihood < row.least || got[0].Likelihood > row.most) {
			t.Errorf("%v: %+v, want %.2f to %.2f", row.games, got, row.least, row.most)
		}
	}
}

// variants is a store of pairings of several variants.
type variants struct {
	table
	all []store.Pairing
}

func (v variants) Pairings(_ context.Context, each func(store.Pairing) error) error {
	for _, p := range v.all {
		if err := each(p); err != nil {
			return err
		}
	}
	return nil
}

// TestVariantsOfOpponents counts common opponents only in variants that both
// players played, and games against each other in every variant.
func TestVariantsOfOpponents(t *testing.T) {
	pairs := func(first, second string) (all []store.Pairing) {
		for i, pair := range []string{first, second} {
			name := []string{"Carlsen, Magnus", "Carlsen, M"}[i]
			for _, game := range strings.Fields(pair) {
				opponent, variant, _ := strings.Cut(game, ":")
				if opponent == "each" {
					opponent = "Carlsen, M"
				}
				all = append(all, store.Pairing{First: name, Second: opponent, Variant: variant, Year: "2010", Games: 2 - i})
			}
		}
		return all
	}
	const alone, initial = 0.75, `"Carlsen, M" has an initial that stands for a given name`
	for _, row := range []struct {
		first, second string
		likelihood    float64
		evidence      string // besides the initial
	}{
		{"X:chess", "Y:chess", alone, ""},
		{"X:chess", "X:chess", 0.82, "both played 1 common opponent in the same variant"},
		{"X:chess Y:chess", "X:chess Y:chess", 0.87, "both played 2 common opponents in the same variant"},
		{"X:chess X:xiangqi", "X:chess X:xiangqi", 0.82, "both played 1 common opponent in the same variant"},
		{"X:chess Y:chess", "X:xiangqi Y:xiangqi", alone, ""}, // the opponents say nothing
		{"X:chess Y:xiangqi", "X:xiangqi Y:chess", alone, ""},
		{"X:chess Y:xiangqi", "X:xiangqi Y:xiangqi", 0.82, "both played 1 common opponent in the same variant"},
		{"X:chess each:xiangqi", "Y:chess", 0, ""},
	} {
		l, err := List(t.Context(), variants{all: pairs(row.first, row.second)}, nil)
		if err != nil {
			t.Fatal(err)
		}
		want := []Suggestion{{"Carlsen, M", "Carlsen, Magnus", row.likelihood, []string{initial}}}
		switch {
		case row.likelihood == 0:
			want = nil
		case row.evidence != "":
			want[0].Evidence = append(want[0].Evidence, row.evidence)
		}
		if fmt.Sprint(l.Suggestions) != fmt.Sprint(want) {
			t.Errorf("%s, %s: %v, want %v", row.first, row.second, l.Suggestions, want)
		}
	}
}

// TestDividedInitials shares an initial between the names it could stand for.
func TestDividedInitials(t *testing.T) {
	l, err := List(t.Context(), table{
		{"Polgar, Judit", "X", "1990", 9}, {"Polgar, Janos", "Y", "1990", 8}, {"Polgar, J", "X", "1991", 1},
	}, nil)
	if err != nil || len(l.Suggestions) != 2 || l.Suggestions[0].Into != "Polgar, Judit" ||
		l.Suggestions[0].Likelihood > 0.7 || l.Suggestions[1].Likelihood > 0.6 {
		t.Errorf("%+v, %v", l.Suggestions, err)
	}
}

// TestFrequentNames leaves out names that too many others resemble, and says
// so, but still finds their spellings.
func TestFrequentNames(t *testing.T) {
	var all table
	for i := range maxAlikeNames + 1 {
		all = append(all, row{First: fmt.Sprintf("Kim, J%c%c", 'a'+i/26, 'a'+i%26), Second: "X", Games: 2})
	}
	all = append(all, row{First: "Kim,Jaa", Second: "X", Games: 1})
	l, err := List(t.Context(), all, nil)
	if err != nil || l.Frequent != maxAlikeNames+1 || len(l.Suggestions) != 1 {
		t.Errorf("%d names, %v, %v", l.Frequent, l.Suggestions, err)
	}
}

// TestPlantedNames damages the names of a few thousand players and checks that
// all spellings are suggested, and nothing else as likely.
func TestPlantedNames(t *testing.T) {
	random := rand.New(rand.NewPCG(43, 2))
	syllables := strings.Fields("ka lo mi re su ta ve no pi du ra shi ko be ga")
	makeName := func(n int) string {
		var b strings.Builder
		for range n {
			b.WriteString(syllables[random.IntN(len(syllables))])
		}
		return strings.ToUpper(b.String()[:1]) + b.String()[1:]
	}
	han := []rune("山川田中村木林森石金水火土青白黒高低大小上下東西南北春夏秋冬")
	seen, twins, all := map[string]bool{}, map[[2]string]bool{}, table{}
	for range 3000 {
		name := makeName(4) + ", " + makeName(3)
		variants := []string{strings.ReplaceAll(name, ", ", ","), strings.ReplaceAll(name, ", ", " "), "GM " + name,
			name + " (2701)", strings.ToUpper(name), strings.ReplaceAll(name, "o", "ö"), strings.ReplaceAll(name, "a", "ａ")}
		if random.IntN(2) == 0 {
			name = ""
			for range 4 {
				name += string(han[random.IntN(len(han))])
			}
			variants = []string{name + "九段", name + " 名人", string([]rune(name)[:2]) + " " + string([]rune(name)[2:]),
				name + "八段", name + "王将"}
		}
		twin := variants[random.IntN(len(variants))]
		if seen[name] || twin == name {
			continue
		}
		seen[name] = true
		all = append(all, row{First: name, Second: "X", Year: "2000", Games: 2})
		if random.IntN(2) == 0 {
			all = append(all, row{First: "X", Second: twin, Year: "2001", Games: 1})
			twins[[2]string{twin, name}] = true
		}
	}
	l, err := List(t.Context(), all, nil)
	if err != nil {
		t.Fatal(err)
	}
	found, wrong := 0, 0
	for _, s := range l.Suggestions {
		switch {
		case twins[[2]string{s.Name, s.Into}]:
			found++
		case s.Likelihood >= 0.9:
			wrong++
		}
	}
	if len(twins) < 1000 || found < len(twins) || wrong > 0 {
		t.Errorf("%d of %d spellings found, %d wrong", found, len(twins), wrong)
	}
	if !slices.IsSortedFunc(l.Suggestions, func(a, b Suggestion) int { return int(100*b.Likelihood) - int(100*a.Likelihood) }) {
		t.Error("not sorted by likelihood")
	}
}
