package fairy

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"assay/analysis/variant"
)

// moduleKeys contains, per rule module, the keys of its parameters; "" is the
// key that is true with the module, and a parameter without a key is implied.
var moduleKeys = map[string]map[string]string{
	"must-capture":     {"": "mustCapture"},
	"check-count":      {"": "checkCounting", "count": ""},
	"stand-fast":       {"": "makpongRule"},
	"aimed-royal":      {"pieces": ""},
	"facing-royals":    {"": "flyingGeneral"},
	"break-facing":     {"": "bikjangRule"},
	"mate-by":          {"": "shatarMateRule", "never": "", "among": ""},
	"petrify":          {"pieces": "petrifyOnCaptureTypes"},
	"explosion":        {"": "blastOnCapture", "immune": "blastImmuneTypes"},
	"full-board":       {"": "adjudicateFullBoard", "result": "materialCounting"},
	"walls":            {"by": "wallingRule", "within": "wallingRegion", "instead": "wallOrMove"},
	"turn-pieces":      {"by": "flipEnclosedPieces"},
	"drop-place":       {"by": "enclosingDrop", "start": "enclosingDropStart", "holes": ""},
	"must-drop":        {"": "mustDrop", "pieces": "mustDropType"},
	"drop-mate":        {"": "shogiPawnDropMateIllegal"},
	"opposite-colours": {"": "dropOppositeColoredBishop"},
	"goal": {"count": "flagPieceCount", "stays": "flagMove", "reply": "flagMove", "full": "flagPieceBlockedWin",
		"safe": "flagPieceSafe"},
	"connection": {"row": "connectN", "square": "connectNxN", "line": "collinearN", "from": "connectRegion1",
		"to": "connectRegion2", "pieces": "connectPieceTypes", "result": "connectValue"},
	"extinction": {"result": "extinctionValue", "left": "extinctionPieceCount",
		"against": "extinctionOpponentPieceCount", "claim": "extinctionClaim", "each": "", "before": ""},
	"pass": {"twice": "materialCounting", "facing": ""}, "no-moves": {}, "royal-safety": {}, "no-check": {},
	"castling-goal": {},
}

// moduleWords translates the words of modules.
var moduleWords = map[string]string{
	"wallingRule single": "duck", "flipEnclosedPieces lines": "reversi", "flipEnclosedPieces beside": "ataxx",
	"flipEnclosedPieces supported": "quadwrangle", "enclosingDrop enclosing": "reversi",
	"enclosingDrop beside": "ataxx", "enclosingDrop apart": "snort", "enclosingDrop low-edge": "anyside",
	"materialCounting draw": "none", "materialCounting more": "unweighted",
	"materialCounting first": "whitedrawodds", "materialCounting second": "blackdrawodds",
}

// params are the parameters of a rule module that are not yet written.
type params map[string]any

// take removes a parameter and returns it as a list of texts.
func (p params) take(name string) (out []string) {
	value, ok := p[name]
	delete(p, name)
	if many, isList := value.([]any); isList {
		for _, one := range many {
			out = append(out, fmt.Sprint(one))
		}
	} else if ok {
		out = []string{fmt.Sprint(value)}
	}
	return out
}

// one removes a parameter and returns it as a text.
func (p params) one(name string) string { return strings.Join(p.take(name), " ") }

// writeRules writes the rule modules. A parameter that no key stands for is
// reported.
func (w *writer) writeRules() {
	seen := map[string]bool{}
	for _, m := range w.d.Rules {
		p := params{}
		_ = m.Params.Decode(&p)
		for _, text := range []string{"module", "rule", "says", "called", "ends", "holds"} {
			delete(p, text)
		}
		keys, ok := moduleKeys[m.Name]
		if !ok {
			w.lost("the module %s", m.Name)
			continue
		}
		if key := keys[""]; key != "" {
			w.set(key, true)
		}
		w.writeModule(m.Name, p, seen[m.Name])
		seen[m.Name] = true
		for _, name := range slices.Sorted(maps.Keys(p)) {
			if key, known := keys[name]; known {
				w.setParam(key, p.take(name))
			} else {
				w.lost("%s: %s: %v", m.Name, name, p[name])
			}
		}
	}
	if w.explodes() && len(w.royals) == 1 {
		w.set("extinctionPieceTypes", w.named(w.royals))
		w.set("extinctionValue", "loss")
		w.set("extinctionPseudoRoyal", true)
	}
	if len(w.royals) > 0 && !seen["royal-safety"] {
		w.lost("that a royal piece may be left attacked")
	}
	if !seen["no-moves"] {
		w.lost("that a side without a legal move has no result")
	}
}

// setParam sets a key by a parameter, in the form of the key's values.
func (w *writer) setParam(key string, value []string) {
	k := keyNamed[key]
	text := strings.Join(value, " ")
	switch {
	case key == "":
	case k == nil || k.kind == someSquares && len(k.sets) > 0:
		w.setSquares(key, w.region(text))
	case k.kind == someSquares:
		w.set(key, w.keyText(w.region(text)[0]))
	case k.kind == somePieces || k.kind == onePiece:
		w.set(key, w.named(value))
	case moduleWords[key+" "+text] != "":
		w.set(key, moduleWords[key+" "+text])
	case k.kind == aWord && !slices.Contains(k.words, text):
		w.lost("%s: %s", key, text)
	default:
		w.set(key, text)
	}
}

// explodes reports whether captures explode. Kings never do in
// Fairy-Stockfish; its royal piece is then a commoner.
func (w *writer) explodes() bool {
	return slices.ContainsFunc(w.d.Rules, func(m variant.Module) bool { return m.Name == "explosion" })
}

// isOnly reports parameters that name other pieces than a type.
func (w *writer) isOnly(letters []string, is slot) {
	for _, letter := range letters {
		if w.slots[letter] != is {
			w.lost("a rule for a %s; Fairy-Stockfish has it for a %s", letter, pieceTypes[is].key)
		}
	}
}

// writeModule writes the parameters that are not keys of their own.
func (w *writer) writeModule(module string, p params, again bool) {
	switch module {
	case "royal-safety": // may name the only side that has a royal piece
		pieces, _, _ := strings.Cut(w.d.Start, " ")
		if side := p.one("side"); side != "" && len(w.royals) == 1 && strings.Contains(pieces,
			map[string]string{"first": strings.ToLower(w.royals[0]), "second": w.royals[0]}[side]) {
			w.lost("that only one side's royal piece must not be left attacked")
		}
	case "no-moves":
		w.writeNoMoves(p)
	case "no-check":
		w.set(map[bool]string{false: "checking", true: "dropChecks"}[p.one("drops") == "true"], false)
	case "explosion":
		w.isOnly(p.take("spares"), pawn)
	case "drop-mate":
		w.isOnly(p.take("pieces"), shogiPawn)
		if p.one("effect") != "forbidden" {
			w.lost("mate by a dropped pawn other than forbidden")
		}
	case "opposite-colours":
		w.isOnly(p.take("piece"), bishop)
	case "goal":
		w.writeGoal(p)
	case "extinction":
		w.writeExtinction(p, again)
	case "connection":
		along := p.take("along")
		for _, one := range [][2]string{{"ranks", "connectHorizontal"}, {"files", "connectVertical"},
			{"diagonals", "connectDiagonal"}} {
			w.set(one[1], along == nil || slices.Contains(along, one[0]))
		}
	case "castling-goal":
		first, second, wins := p.take("first"), p.take("second"), ""
		for i, wing := range []string{"higher", "lower"} {
			wins += strings.Repeat("KQ"[i:i+1], strings.Count(strings.Join(first, " "), wing))
			wins += strings.Repeat("kq"[i:i+1], strings.Count(strings.Join(second, " "), wing))
		}
		w.set("castlingWins", wins)
	case "pass":
		key := map[string]string{"": "pass", "false": "pass", "true": "passOnStalemate"}[p.one("stalemated")]
		party := variant.Party(p.one("side"))
		for side, name := range both(key) {
			if party.Has(side == 1) {
				w.set(name, true)
			}
		}
	}
}

func (w *writer) writeNoMoves(p params) {
	attacked, free := p.one("attacked"), p.one("free")
	if result := p.one("result"); result != "" {
		attacked, free = result, result
	}
	checked := len(w.royals) > 0 || attacked != free
	switch free {
	case "more", "fewer":
		w.set("stalematePieceCount", true)
		free = map[string]string{"more": "loss", "fewer": "win"}[free]
	case "first", "second":
		w.setParam("materialCounting", []string{free})
		free = "draw"
	}
	w.setParam("stalemateValue", []string{free})
	if checked {
		w.setParam("checkmateValue", []string{attacked})
	}
}

func (w *writer) writeGoal(p params) {
	letters, regions := p.take("pieces"), w.region(p.one("region"))
	if letters == nil {
		letters = w.royals
	}
	pieces := w.named(letters)
	if pieces == w.named(w.d.Pieces.Keys) {
		pieces = "*"
	}
	if len(pieces) != 1 || pieces == "-" {
		w.lost("a goal of several types of pieces")
	}
	for side := range 2 {
		if !regions[side].empty() {
			w.set(both("flagPiece")[side], pieces)
			w.set(both("flagRegion")[side], w.keyText(regions[side]))
		}
	}
}

// writeExtinction writes which pieces must not be lost. Fairy-Stockfish has one
// such rule, in which each type counts for itself.
func (w *writer) writeExtinction(p params, again bool) {
	pieces, royal := p.take("pieces"), p.one("royal")
	types := w.named(pieces)
	if pieces == nil {
		types = "*"
	}
	if len(types) > 1 && p["each"] != true && royal == "" {
		w.lost("extinction of all of several types of pieces together")
	}
	if _, ok := p["result"]; !ok {
		w.set("extinctionValue", map[bool]string{false: "none", true: "loss"}[royal == ""])
	}
	if again && royal != "" {
		w.values["extinctionPieceTypes"] += types
	} else {
		w.set("extinctionPieceTypes", types)
	}
	w.set("extinctionPseudoRoyal", royal != "" || w.explodes() && len(w.royals) == 1)
	w.set("dupleCheck", royal == "all")
}
