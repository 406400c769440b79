package api

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"assay/analysis/variant"
)

// cite ends a sentence with the ruling it is from.
func (w *ruleCard) cite(rule, format string, args ...any) string {
	return fmt.Sprintf(format, args...) + " (" + w.definition.Number(rule) + ")."
}

func (w *ruleCard) promotions() []string {
	var lines []string
	for i := range w.definition.Promotion {
		p := &w.definition.Promotion[i]
		var never []string
		for _, letter := range p.Pieces.Keys {
			into, _ := p.Pieces.Get(letter)
			if len(into) == 0 {
				never = append(never, letter)
				continue
			}
			lines = append(lines, w.cite(p.Rule, "%s %s %s by a move that %s%s",
				w.name(letter), promotionVerb(p), w.names(into, "or"), touches(p), w.limits(p, letter, into)))
		}
		if len(never) > 0 {
			lines = append(lines, w.cite(p.Rule, "Never promoted: %s", w.names(never, "and")))
		}
	}
	return lines
}

func promotionVerb(p *variant.Promotion) string {
	if p.Always {
		return "becomes"
	}
	return "may become"
}

func touches(p *variant.Promotion) string {
	if p.On == "touch" {
		return "starts or ends in " + p.Zone
	}
	return "ends in " + p.Zone
}

// limits are where a piece has to promote, and where it cannot to some kinds.
func (w *ruleCard) limits(p *variant.Promotion, letter string, into []string) string {
	text := ""
	if region, ok := p.Must.Get(letter); ok && !p.Always {
		text += ", and has to in " + region
	}
	for _, target := range into {
		if region, ok := p.Except.Get(target); ok {
			text += fmt.Sprintf(", but not %s in %s", w.name(target), region)
		}
	}
	return text
}

// hands says what lies beside the board and how it comes back, and castling.
func (w *ruleCard) hands() []string {
	var lines []string
	d := w.definition
	if h := d.Hand; h != nil {
		of := "A captured piece"
		switch {
		case h.Keeps == "victims" && len(h.Pieces) > 0:
			of = "A captured " + w.names(h.Pieces, "or")
		case h.Keeps == "captors" && len(h.Pieces) > 0:
			of = "What a " + w.names(h.Pieces, "or") + " captures"
		}
		lines = append(lines, w.cite(h.Rule, "%s goes to the captor's %s as his own; a royal piece never does", of, h.Name))
		if len(h.Cells) == 2 {
			lines = append(lines, w.cite(h.CellRule, "The %s of each side has %d cells, filled in order: those of %s from %s on, those of %s from %s on",
				h.Name, len(h.Cells[0]), d.Sides[0].Name, strings.Join(h.Cells[0][:min(3, len(h.Cells[0]))], " "),
				d.Sides[1].Name, strings.Join(h.Cells[1][:min(3, len(h.Cells[1]))], " ")))
		}
	}
	if drops := d.Drops; drops != nil {
		lines = append(lines, w.cite(drops.Rule, "In place of a move a side may drop a piece it holds on an empty square"))
		for i := range drops.Forbid {
			lines = append(lines, w.ban(&drops.Forbid[i]))
		}
	}
	if p := d.Pocket; p != nil {
		text := "In place of a move a piece that can move may go into its side's empty pocket"
		if len(p.Never) > 0 {
			text += ", but never a " + w.names(p.Never, "or")
		}
		lines = append(lines, w.cite(p.Rule, "%s", text), w.cite(p.Promotes, "It is dropped from the pocket as it went in"))
	}
	return lines
}

// ban is where pieces may not be dropped.
func (w *ruleCard) ban(b *variant.DropBan) string {
	var where []string
	if b.In != "" {
		where = append(where, "in "+b.In)
	}
	if b.Outside != "" {
		where = append(where, "outside "+b.Outside)
	}
	if len(b.FileWith) > 0 {
		where = append(where, "on a file with an own "+w.names(b.FileWith, "or"))
	}
	of := "No piece"
	if len(b.Pieces) > 0 {
		of = "No " + w.names(b.Pieces, "or")
	}
	return w.cite(b.Rule, "%s is dropped %s", of, strings.Join(where, " "))
}

// special is the modules that do not end the game, or those that do.
func (w *ruleCard) special(ending bool) []string {
	var lines []string
	d := w.definition
	if k := d.Castling; k != nil && !ending {
		lines = append(lines, w.cite(k.Rule, "The %s on rank %d castles: it goes %d squares toward a %s at least %d files away, which lands beyond it; "+
			"neither has moved, nothing stands between, and no square it crosses is attacked",
			w.name(k.Royal), k.Rank, k.Step, w.name(k.Partner), k.Distance))
	}
	for i := range d.Rules {
		m := &d.Rules[i]
		if says, known := moduleSentences[m.Name]; known && says.ending == ending {
			lines = append(lines, w.cite(m.Rule, "%s", says.write(w, w.card.Rules[i].Parameters)))
		}
	}
	if a := d.Array; a != nil && !ending {
		places := make([]string, len(a.Places.Keys))
		for i, letter := range a.Places.Keys {
			region, _ := a.Places.Get(letter)
			places[i] = w.name(letter) + " in " + region
		}
		lines = append(lines, w.cite(a.Rule, "A game may start from an array of the players' own: %s", strings.Join(places, ", ")))
	}
	return lines
}

func (w *ruleCard) endings() []string {
	lines := w.special(true)
	for _, claim := range w.definition.Claims {
		what := fmt.Sprintf("after %d plies without a capture or a move of a piece that counts", claim.Count)
		if claim.Name == "repetition" {
			what = fmt.Sprintf("when a position has occurred %d times", claim.Count)
		}
		lines = append(lines, fmt.Sprintf("May be claimed %s: %s (W-1).", what, claim.Says))
	}
	return lines
}

// parameters of a module as its definition has them.
type moduleParameters map[string]any

func (p moduleParameters) word(key string) string {
	if p[key] == nil {
		return ""
	}
	return fmt.Sprint(p[key])
}

// list is the words of a parameter, of which one alone needs no list.
func (p moduleParameters) list(key string) []string { return wordsOf(p[key]) }

func wordsOf(value any) []string {
	items, ok := value.([]any)
	if !ok {
		if value == nil {
			return nil
		}
		return []string{fmt.Sprint(value)}
	}
	words := make([]string, len(items))
	for i, item := range items {
		words[i] = fmt.Sprint(item)
	}
	return words
}

// sentence puts a module into words.
type sentence struct {
	ending bool // it ends the game
	write  func(w *ruleCard, p moduleParameters) string
}

// fixed is a sentence without parameters; %s stands for the royal piece.
func fixed(ending bool, text string) sentence {
	return sentence{ending, func(w *ruleCard, _ moduleParameters) string {
		return strings.ReplaceAll(text, "%s", w.royals())
	}}
}

// moduleSentences is every special rule by the name of its module.
var moduleSentences = map[string]sentence{
	"royal-safety":        fixed(false, "No move may leave one's own %s attacked"),
	"facing-royals":       fixed(false, "The two sides' %s may never stand on one file, rank or diagonal with nothing between"),
	"break-facing":        fixed(false, "A side whose %s faces the other one on an open file has to end that by its move, or to pass"),
	"walled-royal":        fixed(false, "No move may leave every square around one's own %s taken by own pieces and the edge of the board"),
	"no-repetition":       fixed(false, "No move may bring back an earlier position of the game"),
	"full-hand":           fixed(false, "A side without a free cell captures nothing but a royal piece"),
	"royal-capture":       {true, royalCaptureSentence},
	"save-royals":         {false, saveRoyalsSentence},
	"indestructible-line": {false, indestructibleLineSentence},
	"drop-mate":           {false, dropMateSentence},
	"drop-attack":         {false, dropAttackSentence},
	"camp":                {true, campSentence},
	"no-moves":            {true, noMovesSentence},
	"repetition":          {true, repetitionSentence},
	"impasse":             {true, impasseSentence},
	"pass":                {true, passSentence},
}

// royals are the names of the royal pieces.
func (w *ruleCard) royals() string {
	var letters []string
	for _, letter := range w.definition.Pieces.Keys {
		if p, _ := w.definition.Pieces.Get(letter); p.Royal {
			letters = append(letters, letter)
		}
	}
	return w.names(letters, "or")
}

func royalCaptureSentence(w *ruleCard, _ moduleParameters) string {
	if royals := w.royals(); strings.Contains(royals, " or ") {
		return "Whoever captures the last royal piece of the other side, " + royals + ", wins"
	}
	return "Whoever captures the other side's " + w.royals() + " wins"
}

func saveRoyalsSentence(w *ruleCard, p moduleParameters) string {
	return fmt.Sprintf("No move may leave one's own %s attacked that was not; of all other moves only those are legal "+
		"that leave the fewest own royal pieces attacked, and taking the last royal piece of the other side always is",
		w.name(p.word("guarded")))
}

func indestructibleLineSentence(w *ruleCard, p moduleParameters) string {
	groups, _ := p["groups"].([]any)
	words := make([]string, len(groups))
	for i, group := range groups {
		words[i] = w.names(wordsOf(group), "or")
	}
	return fmt.Sprintf("Three pieces of one side on adjacent squares in a row, column or diagonal cannot be captured, "+
		"if one is %s", strings.Join(words, ", one "))
}

func dropMateSentence(w *ruleCard, p moduleParameters) string {
	of := "drop"
	if letters := p.list("pieces"); len(letters) > 0 {
		of = "drop of a " + w.names(letters, "or")
	}
	if p.word("effect") == "loses" {
		return fmt.Sprintf("A side whose %s gives checkmate loses", of)
	}
	return fmt.Sprintf("No %s may give checkmate", of)
}

func dropAttackSentence(w *ruleCard, p moduleParameters) string {
	return fmt.Sprintf("No %s may be dropped so that it attacks a royal piece which no move of the other side saves",
		w.names(p.list("pieces"), "or"))
}

func campSentence(w *ruleCard, p moduleParameters) string {
	goals := p.list("goals")
	if len(goals) != 2 {
		return ""
	}
	return fmt.Sprintf("A side whose %s comes to the square on which the other one started wins: %s for %s, %s for %s",
		w.royals(), goals[0], w.definition.Sides[0].Name, goals[1], w.definition.Sides[1].Name)
}

func noMovesSentence(w *ruleCard, p moduleParameters) string {
	attacked, free := p.word("attacked"), p.word("free")
	if result := p.word("result"); result != "" {
		attacked, free = result, result
	}
	verbs := map[string]string{"loss": "loses", "draw": "draws"}
	if attacked == free {
		return fmt.Sprintf("A side without a legal move %s", verbs[free])
	}
	royal := w.royals()
	if letter := p.word("royal"); letter != "" {
		royal = w.name(letter)
	}
	return fmt.Sprintf("A side without a legal move %s if its %s is attacked, and %s if not", verbs[attacked], royal, verbs[free])
}

func repetitionSentence(_ *ruleCard, p moduleParameters) string {
	text := fmt.Sprintf("When a position occurs %s times the game is drawn", p.word("count"))
	if p.word("perpetual-check") == "loses" {
		text += ", but lost for a side that gave check by every one of its moves between"
	}
	return text
}

func impasseSentence(w *ruleCard, p moduleParameters) string {
	text := "The players may agree on an impasse, in which a side with fewer than " + p.word("least") +
		" points loses to one that has as many, and the game is drawn otherwise: " + w.points(p, 1)
	if others := p.word("others"); others != "" {
		text += ", all others but the " + w.royals() + " " + others
	}
	return text + ", on the board and in hand"
}

func passSentence(w *ruleCard, p moduleParameters) string {
	text := "A side whose " + w.royals() + " is not attacked may pass"
	if p.word("facing") == "true" {
		text += ", and one that the other faces on an open file too"
	}
	if p["points"] == nil {
		return text
	}
	text += "; after two passes in a row"
	if p.word("facing") == "true" {
		text += ", or one that lets them face on,"
	}
	text += " the side with more points on the board wins: " + w.points(p, 10)
	if second, ok := p["second"].(int); ok {
		text += fmt.Sprintf(", and %s for %s", tenths(second, 10), w.definition.Sides[1].Name)
	}
	return text
}

// points lists what pieces count, the most first, in units of so many parts.
func (w *ruleCard) points(p moduleParameters, parts int) string {
	byPoints := map[int][]string{}
	given, _ := p["points"].(map[string]any)
	for _, letter := range w.definition.Pieces.Keys {
		if n, ok := given[letter].(int); ok {
			byPoints[n] = append(byPoints[n], letter)
		}
	}
	var order []int
	for n := range byPoints {
		order = append(order, n)
	}
	slices.Sort(order)
	slices.Reverse(order)
	words := make([]string, len(order))
	for i, n := range order {
		words[i] = w.names(byPoints[n], "and") + " " + tenths(n, parts)
	}
	return strings.Join(words, ", ")
}

// tenths is n parts of a unit in decimals.
func tenths(n, parts int) string {
	return strconv.FormatFloat(float64(n)/float64(parts), 'f', -1, 64)
}
