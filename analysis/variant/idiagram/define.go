package idiagram

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"assay/analysis/variant"
	"assay/analysis/variant/xbetza"
)

// Reader converts Interactive Diagrams, in files of their own or in pages.
var Reader = variant.Reader{Ending: ".txt", Read: Read}

// Read converts the diagrams of a text. The problems say by line what
// definitions cannot express.
func Read(file string, text []byte) ([]variant.Made, variant.Problems) {
	var made []variant.Made
	var problems variant.Problems
	list, before := texts(strings.ReplaceAll(string(text), "\r\n", "\n"))
	for i, one := range list {
		d := parse(one, before[i])
		name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
		if len(list) > 1 {
			name = fmt.Sprintf("%s-%d", name, i+1)
		}
		yaml := d.define(name, filepath.Base(file))
		for _, p := range d.problems {
			p.File = file
			problems = append(problems, p)
		}
		if len(d.problems) == 0 {
			made = append(made, variant.Made{Of: name, Line: d.line, YAML: []byte(yaml)})
		}
	}
	return made, problems
}

// define returns the definition.
func (d *diagram) define(name, file string) string {
	d.nameLetters()
	royal := d.royalPiece()
	var out strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&out, format+"\n", args...) }
	line("# Converted from an Interactive Diagram.")
	board := d.board
	zone := fmt.Sprintf("ranks %d-%d", board.Ranks-d.zone+1, board.Ranks)
	promotions, zoned := d.promotions(royal)
	for _, a := range d.assumed {
		line("# Assumed: %s.", a)
	}
	line("id: %s\nname: %s\nversion: \"1\"\nrulings: W", strconv.Quote(variant.MakeID(name)),
		strconv.Quote(variant.OneWord(name)))
	line("sources: [%s]\nsummary: A game on %d by %d squares, defined by an Interactive Diagram.",
		strconv.Quote(file), board.Files, board.Ranks)
	line("board: {files: %d, ranks: %d, checkered: true}\nsides:\n  - name: White\n  - name: Black", board.Files,
		board.Ranks)
	regions := d.regions()
	if zoned && d.zone > 0 {
		regions = append(regions, fmt.Sprintf("  last: [%s]", zone))
	}
	if len(regions) > 0 {
		line("regions:\n%s", strings.Join(regions, "\n"))
	}
	line("pieces:")
	passed := d.passed()
	var castling string
	for _, p := range d.pieces {
		line("  %s:\n    name: %s\n    moves:", p.letter, variant.OneWord(p.name))
		for _, m := range p.moves.Movements {
			switch {
			case m.Passing:
				line("      - {betza: %s, passing: [%s], rule: W-5}", m.Betza, strings.Join(passed, ", "))
			case m.EnPassant:
				line("      - {betza: %s, from: start-%s, en-passant: true}", m.Betza, strings.ToLower(p.letter))
			case m.Initial:
				line("      - {betza: %s, from: start-%s}", m.Betza, strings.ToLower(p.letter))
			default:
				line("      - %s", m.Betza)
			}
		}
		if len(p.moves.Movements) == 0 {
			line("      []")
		}
		if strings.EqualFold(p.name, "pawn") {
			line("    counts: true")
		}
		if p == royal {
			line("    royal: true")
		}
		if len(p.moves.Castling) > 0 {
			castling = d.castling(p, royal)
		}
	}
	rights := "-"
	if castling != "" {
		rights = "KQkq"
	}
	line("start: %s\nstate: [castling, en-passant, clock, number]", strconv.Quote(d.start()+" w "+rights+" - 0 1"))
	if promotions != "" {
		line("promotion:\n%s", promotions)
	}
	if castling != "" {
		line("castling: %s", castling)
	}
	line("rules:\n  - {module: royal-safety}\n  - {module: no-moves, attacked: loss, free: draw, rule: W-2}")
	line("claims:\n  - {name: repetition, count: 3, says: a draw by threefold repetition}\n" +
		"  - {name: clock, count: 100, says: a draw by the fifty-move rule}")
	return out.String()
}

// nameLetters gives each piece a letter of its own: the first of its ID, or the
// next that is free.
func (d *diagram) nameLetters() {
	taken := map[string]bool{}
	names := map[string]bool{}
	var later []*piece
	for _, p := range d.pieces {
		if len(p.letter) == 1 && p.letter >= "A" && p.letter <= "Z" && !taken[p.letter] {
			taken[p.letter] = true
		} else {
			later = append(later, p)
		}
		base := variant.OneWord(p.name)
		for n := 2; names[variant.OneWord(p.name)]; n++ {
			p.name = fmt.Sprint(base, n)
		}
		names[variant.OneWord(p.name)] = true
	}
	for _, p := range later {
		was := p.letter
		p.letter = variant.FreeLetter(was, func(letter string) bool { return taken[letter] })
		if p.letter == "" {
			d.refuse(p.line, "%s: more than 26 pieces", p.name)
			p.letter = "A"
		}
		taken[p.letter] = true
		d.assume("%s, whose ID %q is no capital or is taken, has the letter %s", p.name, was, p.letter)
	}
}

// royalPiece returns the royal piece: as the text says, the king, or the last.
func (d *diagram) royalPiece() *piece {
	if len(d.pieces) == 0 {
		d.refuse(d.line, "no pieces")
		return nil
	}
	royal := d.pieces[len(d.pieces)-1]
	switch {
	case d.royals > len(d.pieces):
		d.refuse(d.royalLine, "royal=%d: there are %d pieces", d.royals, len(d.pieces))
	case d.royals > 0:
		royal = d.pieces[d.royals-1]
	default:
		if at := slices.IndexFunc(d.pieces, func(p *piece) bool { return strings.EqualFold(p.name, "king") }); at >= 0 {
			royal = d.pieces[at]
		} else {
			d.assume("%s is royal, because it is the last piece", royal.name)
		}
	}
	if len(royal.squares[0]) != 1 || len(royal.squares[1]) != 1 {
		d.refuse(royal.line, "%s is royal: a side has exactly one royal piece", royal.name)
	}
	return royal
}

// promotions returns which pieces promote, and whether there is a zone.
func (d *diagram) promotions(royal *piece) (text string, zoned bool) {
	if d.zone == 0 || d.most == 0 {
		return "", false
	}
	var pairs []string
	if d.offset != 0 {
		for i := range min(d.most, len(d.pieces)) {
			if to := i + d.offset; to < 0 || to >= len(d.pieces) {
				d.refuse(d.line, "promoOffset=%d: %s has no promoted form", d.offset, d.pieces[i].name)
			} else {
				pairs = append(pairs, fmt.Sprintf("%s: [%s]", d.pieces[i].letter, d.pieces[to].letter))
			}
		}
		d.assume("promotion is a choice, by a move into, within or out of the zone")
		return fmt.Sprintf("  - {pieces: {%s}, zone: last, on: touch}", strings.Join(pairs, ", ")), true
	}
	var into []string
	for _, p := range d.pieces[min(d.most, len(d.pieces)):] {
		if p != royal {
			into = append(into, p.letter)
		}
	}
	if d.choice != "" {
		into = nil
		for _, c := range d.choice {
			at := slices.IndexFunc(d.pieces, func(p *piece) bool { return p.letter == strings.ToUpper(string(c)) })
			switch {
			case !unicode.IsLetter(c):
				d.refuse(d.line, "promoChoice=%s: only letters of pieces are understood", d.choice)
			case at < 0:
				d.refuse(d.line, "promoChoice=%s: there is no piece %c", d.choice, c)
			case !slices.Contains(into, d.pieces[at].letter):
				into = append(into, d.pieces[at].letter)
			}
		}
	} else if len(into) > 0 {
		d.assume("pieces promote to all others but the royal one")
	}
	if len(into) == 0 {
		return "", false
	}
	for _, p := range d.pieces[:min(d.most, len(d.pieces))] {
		if p != royal {
			pairs = append(pairs, fmt.Sprintf("%s: [%s]", p.letter, strings.Join(into, ", ")))
		}
	}
	return fmt.Sprintf("  - {pieces: {%s}, zone: last, on: end, always: true}", strings.Join(pairs, ", ")), true
}

func initial(m xbetza.Movement) bool { return m.Initial }

func passing(m xbetza.Movement) bool { return m.Passing }

// regions returns the squares on which pieces with first moves start.
func (d *diagram) regions() (out []string) {
	for _, p := range d.pieces {
		if !slices.ContainsFunc(p.moves.Movements, initial) {
			continue
		}
		if p.moves.Returns {
			d.assume("%s makes its first move from each square on which one starts", p.name)
		}
		out = append(out, fmt.Sprintf("  start-%s: {first: [%s], second: [%s]}", strings.ToLower(p.letter),
			d.names(p.squares[0]), d.names(p.squares[1])))
	}
	return out
}

// names returns squares as a list.
func (d *diagram) names(squares []variant.Square) string {
	return strings.Join(d.board.SquareNames(squares), ", ")
}

// passed returns the pieces that may be captured en passant. Without any, it
// removes captures en passant.
func (d *diagram) passed() (letters []string) {
	for _, p := range d.pieces {
		for _, m := range p.moves.Movements {
			if m.EnPassant && !slices.Contains(letters, p.letter) {
				letters = append(letters, p.letter)
			}
		}
	}
	if letters == nil {
		for _, p := range d.pieces {
			p.moves.Movements = slices.DeleteFunc(p.moves.Movements, passing)
		}
	}
	return letters
}

// castling returns the castling of the royal piece with the pieces in the
// corners of its rank.
func (d *diagram) castling(p, royal *piece) string {
	steps := slices.Compact(slices.Sorted(slices.Values(p.moves.Castling)))
	if p != royal || len(steps) != 1 {
		d.refuse(p.line, "%s: castling of another piece than the royal one, or by several distances", p.name)
		return ""
	}
	if len(p.squares[0]) != 1 {
		return ""
	}
	rank := int(p.squares[0][0]) / d.board.Files
	var partners []string
	least := d.board.Files
	for _, other := range d.pieces {
		for _, s := range other.squares[0] {
			file := int(s) % d.board.Files
			if int(s)/d.board.Files != rank || file != 0 && file != d.board.Files-1 || other == p {
				continue
			}
			if !slices.Contains(partners, other.letter) {
				partners = append(partners, other.letter)
			}
			distance := file - int(p.squares[0][0])%d.board.Files
			least = min(least, max(distance, -distance))
		}
	}
	if len(partners) == 0 {
		d.refuse(p.line, "%s: it castles, and no piece stands in a corner of its rank", p.name)
	}
	return fmt.Sprintf("{royal: %s, partner: [%s], rank: %d, step: %d, distance: %d, rule: W-5}", p.letter,
		strings.Join(partners, ", "), rank+1, steps[0], least)
}

// start returns the board of the starting position.
func (d *diagram) start() string {
	cells := make([]string, d.board.Files*d.board.Ranks)
	for side := range 2 {
		for _, s := range d.holes[side] {
			cells[s] = "*"
		}
	}
	for _, p := range d.pieces {
		for side := range 2 {
			for _, s := range p.squares[side] {
				if cells[s] != "" {
					d.refuse(p.line, "%s: two pieces on %s", p.name, d.board.SquareName(s))
				}
				cells[s] = [2]string{p.letter, strings.ToLower(p.letter)}[side]
			}
		}
	}
	return variant.BoardText(cells, d.board.Files)
}
