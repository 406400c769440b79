package query

import (
	"fmt"
	"slices"
	"strings"

	"assay/analysis/rules"
)

// Example is a valid query for a variant.
type Example struct {
	Query string
	Help  string // what it finds
}

// Examples returns queries for every part of the language that applies to a
// variant, with its own pieces, sides and places.
func Examples(r *rules.Rules) []Example {
	e := newExamples(r)
	e.placements()
	e.quantities()
	e.plies()
	e.attacks()
	e.relations()
	e.analyses()
	e.games()
	return e.all
}

// examples collects examples and the names they use.
type examples struct {
	rules *rules.Rules
	words *strings.Replacer
	all   []Example
}

// newExamples selects the pieces and places of the examples: the most valuable
// and the most frequent piece of the first player, on their starting squares.
func newExamples(r *rules.Rules) *examples {
	n := newNames(r)
	start := r.Start()
	count := make([]int, r.Types()+1)
	home := make([]rules.Square, r.Types()+1)
	squares := rules.Square(r.Files() * r.Ranks())
	for s := range squares {
		if p := start.At(s); p > rules.Walled && p.Side() == rules.First && !r.Royal(p.Type()) {
			if count[p.Type()]++; count[p.Type()] == 1 {
				home[p.Type()] = s
			}
		}
	}
	dear, common := rules.NoPieceType, rules.NoPieceType
	if len(start.Moves(nil)) > 0 && start.Occupied().Empty() { // an empty board with drops
		dear, common = 1, 1
	}
	for t := rules.PieceType(1); int(t) <= r.Types(); t++ {
		if count[t] += start.InHand(rules.First, t); count[t] == 0 {
			continue
		}
		if dear == rules.NoPieceType || r.Value(t) > r.Value(dear) {
			dear = t
		}
		if common == rules.NoPieceType || count[t] > count[common] {
			common = t
		}
	}
	first, strong := n.spell(rules.NewPiece(dear, rules.First))
	second, _ := n.spell(rules.NewPiece(dear, rules.Second))
	_, weak := n.spell(rules.NewPiece(common, rules.First))
	square := func(file, rank int) string { return r.SquareName(rules.Square(rank*r.Files() + file)) }
	top := r.Definition().Board.MostRanks()
	left, right, beside := square(0, r.Ranks()/2), square(r.Files()-1, r.Ranks()/2), "rank"
	if r.Hexagons() {
		beside = "{up-right, down-right}"
	}
	return &examples{rules: r, words: strings.NewReplacer(
		"FIRST", first, "SECOND", second, "STRONG", strong, "WEAK", weak,
		"HOME", r.SquareName(home[dear]), "START", r.SquareName(home[common]),
		"MIDDLE", square(r.Files()/2, r.Ranks()/2), "LEFT", left, "RIGHT", right, "BESIDE", beside,
		"FAR", fmt.Sprint(max(top-1, 1)), "TOP", fmt.Sprint(top),
	)}
}

// add adds an example if it applies to the variant.
func (e *examples) add(text, help string, means ...bool) {
	if !slices.Contains(means, false) {
		e.all = append(e.all, Example{e.words.Replace(text), help})
	}
}

func (e *examples) placements() {
	e.add("FIRST STRONG on MIDDLE", "a piece on a square")
	e.add("STRONG on rank FAR", "either side's, anywhere on a rank")
	e.add("FIRST any on ranks FAR-TOP", "any piece of a side, on one of several ranks")
	e.add("royal on file a or royal on files b-c", "a piece that must not be lost, on files", e.has(e.rules.Royal))
	e.add("{FIRST STRONG, SECOND STRONG} on {LEFT, MIDDLE, RIGHT}", "one of several pieces on one of several squares")
	e.add("FIRST WEAK on every {LEFT, RIGHT}", "on all squares named")
	e.add("SECOND WEAK on START-MIDDLE", "in the rectangle between two squares")
	e.add("empty {LEFT, MIDDLE}", "squares with nothing on them")
	if regions := e.rules.Definition().Regions.Keys; len(regions) > 0 {
		e.add("FIRST STRONG on "+regions[0]+"(SECOND)", "in a region of the rules")
	}
	e.add("promoted FIRST any on board and unpromoted FIRST any on rank FAR", "pieces that were promoted, or were not",
		e.has(e.rules.Promoted))
}

// has reports whether a piece type fulfils a condition.
func (e *examples) has(matches func(rules.PieceType) bool) bool {
	for t := rules.PieceType(1); int(t) <= e.rules.Types(); t++ {
		if matches(t) {
			return true
		}
	}
	return false
}

func (e *examples) quantities() {
	e.add("STRONG(FIRST) < STRONG(SECOND)", "pieces of a kind on the board, compared")
	e.add("pieces(FIRST) <= 8", "all pieces of a side on the board")
	e.add("count(FIRST WEAK on rank FAR) >= 1", "pieces on some squares")
	e.add("material(FIRST) - material(SECOND) > 3", "the value of pieces, in pawns")
	e.add("hand(FIRST) >= 1 and hand(SECOND)."+e.held()+" = 0", "pieces in hand, all or of a kind", e.rules.HasHand())
	e.add("pocket(FIRST) = 1 and pocket(SECOND)."+e.held()+" = 0", "what the pocket holds", e.rules.HasPocket())
	e.add("ply in 10..20 and plies <= 80", "this ply's number, and the length of the game")
}

// held returns a piece type that can be held.
func (e *examples) held() string {
	start := e.rules.Start()
	for s := range rules.Square(e.rules.Files() * e.rules.Ranks()) {
		if p := start.At(s); p > rules.Walled && !e.rules.Royal(p.Type()) {
			_, kind := Spell(e.rules, p)
			return kind
		}
	}
	return "WEAK"
}

func (e *examples) plies() {
	e.add("turn(SECOND) and check", "whose turn it is, and check")
	e.add("FIRST to move", "the same in other words")
	e.add("capture and not check", "the ply before captured and gave no check")
	e.add("drop", "the ply before dropped a piece", e.rules.HasHand() || e.rules.HasPocket())
	e.add("promotion", "the ply before promoted a piece", len(e.rules.Definition().Promotion) > 0)
	e.add("move(FIRST STRONG from HOME)", "a piece's move from a square")
	e.add("move(WEAK to MIDDLE) or move(STRONG takes WEAK)", "to a square, and what it takes")
	e.add("move(gates any)", "what came in beside it", e.rules.Gates())
	called := e.rules.WallName()
	e.add("move(walls MIDDLE) or wall on {LEFT, RIGHT}", "where the move puts what stands in the way: a "+called,
		called != "")
	seen := map[string]bool{}
	for _, relation := range e.rules.Relations() {
		if !seen[relation.Name] {
			seen[relation.Name] = true
			e.add(relation.Name, "what rule "+relation.Rule+" is about")
		}
	}
	e.add("last and check", "at the end of the game")
}

// attacks adds examples of attacks, pins, rays and legal moves.
func (e *examples) attacks() {
	e.add("attack(FIRST STRONG from HOME takes SECOND any)", "what a piece would capture, or guards")
	e.add("attack(SECOND any to {LEFT, MIDDLE})", "which squares are attacked")
	e.add("attackers(FIRST any to MIDDLE) > attackers(SECOND any to MIDDLE)", "how many pieces attack")
	e.add("attacked(FIRST any takes SECOND any) >= 3", "how much is attacked")
	e.add("pin(FIRST any on board by SECOND any against STRONG)", "what stands before a piece that would be attacked")
	e.add("pin(FIRST any) and pinned(SECOND any) = 0", "before a piece that must not be lost, and how many",
		e.has(e.rules.Royal))
	e.add("ray(FIRST any, SECOND any, FIRST STRONG along {file, up-left})",
		"in a line, in this order, with nothing between")
	e.add("rays(FIRST WEAK, FIRST WEAK along BESIDE within 1) >= 2", "side by side, and how often")
	e.add("mate", "the side to move is mated", e.rules.HasCheck())
	e.add("stalemate or moves < 5", "no legal move without check, or few of them")
	e.add("legal(FIRST STRONG takes any) and moves(STRONG) > 1", "a legal move, played or not, and how many")
	e.add("unplayed(mates) or unplayed(FIRST any checks)", "legal moves that the game does not go on by")
	e.add("passed(FIRST WEAK on rank FAR) > 0 and isolated(WEAK) > doubled(SECOND WEAK)",
		"none against it ahead; no neighbour; two on a file")
}

func (e *examples) relations() {
	e.add("check and (capture or ply < 20) and not last", "all, one of several, not")
	e.add("capture then check within 4", "one after the other, at most so many plies later")
	e.add("material(FIRST) > material(SECOND) for 6", "so many plies running")
	e.add("mirrored(FIRST STRONG on LEFT)", "or its mirror image, left for right")
	e.add("exchanged(FIRST WEAK on rank FAR)", "or the same for the other side")
	e.add("symmetric(FIRST STRONG on LEFT)", "or both")
	e.add("flipped(FIRST STRONG on HOME)", "or upside down, for the same side")
	e.add("rotated(FIRST STRONG on LEFT)", "or turned about the middle of the board")
	e.add("shifted(FIRST WEAK on every START-START and empty MIDDLE)", "the same anywhere on the board",
		!e.rules.Hexagons())
}

func (e *examples) analyses() {
	e.add("blunder(FIRST) and swing > 30", "what an engine says of the ply before, where it was asked")
	e.add("missed-mate or allowed-mate", "forced wins that were let go, or given")
	e.add("mistake or inaccuracy", "lesser faults")
	e.add("eval(FIRST) > 3 then result = 0-1", "an engine's evaluation, in pawns")
	e.add("accuracy(SECOND) < 50 and last", "how well a side played in the whole game")
}

func (e *examples) games() {
	e.add("player:smith*", "words of a header, or their beginnings")
	e.add(`event:"spring cup"`, "several words")
	e.add("comment:brilliant", "words of comments")
	e.add(`"copper silver"`, "words of any header")
	e.add("result = 1-0 and date >= 1990-05", "results and days")
	e.add("rating(FIRST) > 2400 and rating > 2300", "a player's rating, the mean of both")
	e.add("opening:sicilian and eco:b9*", "the opening as the record names it, and its code")
	e.add("mine and result = 1-0", "your games, if your account is linked to a player")
	e.add("verdict = illegal", "records that break the rules")
}
