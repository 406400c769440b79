package zrf

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"assay/analysis/variant"
)

// Reader converts Zillions rules files.
var Reader = variant.Reader{Ending: ".zrf", Read: read}

// read converts the game of a file and its variants. The problems say by line
// what definitions cannot express.
func read(file string, text []byte) ([]variant.Made, variant.Problems) {
	var made []variant.Made
	var problems variant.Problems
	report := func(title string, err *fault) {
		message := err.text
		if title != "" {
			message = title + ": " + message
		}
		problems = append(problems, variant.Problem{File: file, Line: err.line, Message: message})
	}
	list, err := parse(strings.ToValidUTF8(string(text), "?"))
	if err != nil {
		report("", err)
		return nil, problems
	}
	e := &expander{macros: map[string][]*node{}}
	var parts []*node
	var whole []*node // the sections of the game from which variants inherit
	unread := false   // a game is too long
	for _, n := range e.define(list) {
		expanded, err := e.part(n)
		if err != nil {
			unread = unread || n.head() == "game"
			report(titleOf(n.list), err)
			continue
		}
		for _, part := range expanded {
			if parts = append(parts, part); part.head() == "game" && whole == nil {
				whole = part.list[1:]
			}
		}
	}
	for _, part := range parts {
		var sections []*node
		switch head := part.head(); head {
		case "game":
			sections = part.list[1:]
			whole = sections
		case "variant":
			title := titleOf(part.list)
			if title == "-" { // a line of the menu
				continue
			}
			if unread {
				report(title, faultAt(part.line, "a variant of a game that cannot be read"))
				continue
			}
			sections = inherit(whole, part.list[1:])
		case "version":
			continue
		case "include":
			report("", faultAt(part.line, "include: write the text of the other file here"))
			continue
		default:
			report("", faultAt(part.line, "%q is neither a game nor a variant", head))
			continue
		}
		g, err := build(sections, part.line)
		if err != nil {
			report(titleOf(sections), err)
			continue
		}
		name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
		if g.title != "" {
			name = g.title
		}
		yaml, err := g.define(name, filepath.Base(file))
		if err != nil {
			report(g.title, err)
			continue
		}
		made = append(made, variant.Made{Of: name, Line: part.line, YAML: []byte(yaml)})
	}
	return made, problems
}

// inherit returns a variant's sections with those of the game that it does not
// have. Pieces are replaced by their names.
func inherit(game, own []*node) (out []*node) {
	has := map[string]bool{}
	for _, s := range own {
		has[s.head()] = true
		if strings.HasSuffix(s.head(), "-condition") {
			has["condition"] = true
		}
	}
	for _, s := range game {
		head := s.head()
		if head == "piece" || head == "option" || !has[head] &&
			!(strings.HasSuffix(head, "-condition") && has["condition"]) {
			out = append(out, s)
		}
	}
	return append(out, own...)
}

func titleOf(sections []*node) string {
	for _, s := range slices.Backward(sections) {
		if s.head() == "title" && len(s.list) > 1 {
			return s.list[1].atom
		}
	}
	return ""
}

// writer writes the definition of a game.
type writer struct {
	*game
	out     strings.Builder
	regions []string // lines
	named   map[string]string
}

func (w *writer) line(format string, args ...any) { fmt.Fprintf(&w.out, format+"\n", args...) }

// region returns the name of a region with each side's squares.
func (w *writer) region(name, first, second string) string {
	key := first + "/" + second
	if known, ok := w.named[key]; ok {
		return known
	}
	name = variant.MakeID(name)
	for _, taken := range w.named {
		if taken == name {
			name = fmt.Sprintf("%s-%d", name, len(w.named)+1)
		}
	}
	w.named[key] = name
	w.regions = append(w.regions, fmt.Sprintf("  %s: {first: [%s], second: [%s]}", name, first, second))
	return name
}

// letterOf returns the letter of a piece, or "".
func (w *writer) letterOf(name string) string {
	for _, p := range w.pieces {
		if p.name == name {
			return p.letter
		}
	}
	return ""
}

// define returns the definition.
func (g *game) define(name, file string) (string, *fault) {
	if err := g.nameLetters(); err != nil {
		return "", err
	}
	w := &writer{game: g, named: map[string]string{}}
	var pieces, promotions strings.Builder
	royal, rules, claims, err := w.endings()
	if err != nil {
		return "", err
	}
	var passed []string
	passes := func(m move) bool { return m.passing }
	for _, p := range g.pieces {
		if slices.ContainsFunc(p.moves[0], passes) {
			passed = append(passed, p.letter)
		}
	}
	for _, p := range g.pieces {
		lines, change, err := w.movements(p, passed)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&pieces, "  %s:\n    name: %s\n    moves:%s\n", p.letter, variant.OneWord(p.name), lines)
		if p.name == royal {
			pieces.WriteString("    royal: true\n")
		}
		promotions.WriteString(change)
	}
	w.line("# Converted from a Zillions rules file.")
	for _, a := range g.assumed {
		w.line("# Assumed: %s.", a)
	}
	w.line("id: %s\nname: %s\nversion: \"1\"\nrulings: W", strconv.Quote(variant.MakeID(name)), strconv.Quote(name))
	w.line("sources: [%s]\nsummary: A game on %d by %d squares, from a Zillions rules file.", strconv.Quote(file),
		g.files, g.ranks)
	w.line("board: {files: %d, ranks: %d, checkered: true}\nsides:\n  - name: %s\n  - name: %s", g.files, g.ranks,
		variant.OneWord(g.players[0]), variant.OneWord(g.players[1]))
	if len(w.regions) > 0 {
		w.line("regions:\n%s", strings.Join(w.regions, "\n"))
	}
	w.line("pieces:\n%sstart: %s\nstate: [castling, en-passant, clock, number]", pieces.String(),
		strconv.Quote(g.start()+" w - - 0 1"))
	if promotions.Len() > 0 {
		w.line("promotion:\n%s", strings.TrimSuffix(promotions.String(), "\n"))
	}
	w.line("rules:\n%s", strings.Join(rules, "\n"))
	if len(claims) > 0 {
		w.line("claims:\n%s", strings.Join(claims, "\n"))
	}
	return w.out.String(), nil
}

// nameLetters gives each piece a letter: of its name, or the next free one.
func (g *game) nameLetters() *fault {
	taken := map[string]bool{}
	for _, p := range g.pieces {
		knight := strings.EqualFold(p.name, "knight")
		p.letter = variant.FreeLetter(strings.ToUpper(p.name), func(letter string) bool {
			return taken[letter] || letter == "K" && knight
		})
		taken[p.letter] = true
		if p.letter == "" {
			return faultAt(p.line, "more than 26 pieces")
		}
	}
	return nil
}

// movements returns the lines of a piece's movements, and of its promotions.
func (w *writer) movements(p *piece, passed []string) (lines, change string, err *fault) {
	type place struct {
		from, within, takes, spares string
		passing, passed             bool
	}
	groups := map[place][]move{}
	var order []place
	become := &promotions{piece: p, becomes: [2]map[variant.Square][]string{{}, {}}}
	seconds := p.routes(w.game, 1)
	for _, first := range p.routes(w.game, 0) {
		at := slices.IndexFunc(seconds, func(r *route) bool { return r.reversed().loose() == first.loose() })
		if at < 0 {
			return "", "", faultAt(p.line, "%s: squares for one player only", p.name)
		}
		both := [2]*route{first, seconds[at]}
		seconds = slices.Delete(seconds, at, at+1)
		var squares [2][]variant.Square
		limited := false
		for side, r := range both {
			if !become.add(w.game, side, r) {
				return "", "", faultAt(p.line, "%s: promotions that differ by its moves", p.name)
			}
			var fewer bool
			squares[side], fewer = r.allowed(w.game)
			limited = limited || fewer
		}
		m := first.move
		where := place{passing: m.passing, passed: slices.Contains(passed, p.letter) && m.from != "" && m.quiet &&
			!m.capture && !m.passing && m.style == "n"}
		if m.from != "" {
			where.from = w.squares("from-"+p.name, [2][]variant.Square{w.sets[m.from], w.sets[both[1].from]})
		}
		if limited {
			where.within = w.squares("to-"+p.name, squares)
		}
		for _, one := range []struct {
			names string
			to    *string
		}{{m.takes, &where.takes}, {m.spares, &where.spares}} {
			for _, name := range strings.Fields(one.names) {
				letter := w.letterOf(name)
				if letter == "" {
					return "", "", faultAt(p.line, "%s: the unknown piece %s", p.name, name)
				}
				if *one.to != "" {
					letter = ", " + letter
				}
				*one.to += letter
			}
		}
		if groups[where] == nil {
			order = append(order, where)
		}
		groups[where] = append(groups[where], m)
	}
	for _, at := range order {
		text, failed := betza(groups[at])
		if failed != nil {
			return "", "", faultAt(p.line, "%s: %v", p.name, failed)
		}
		lines += "\n      - {betza: " + text
		for _, key := range []struct{ name, value string }{{"from", at.from}, {"within", at.within}} {
			if key.value != "" {
				lines += ", " + key.name + ": " + key.value
			}
		}
		for _, key := range []struct{ name, value string }{{"takes", at.takes}, {"spares", at.spares}} {
			if key.value != "" {
				lines += ", " + key.name + ": [" + key.value + "]"
			}
		}
		if at.passing {
			lines += ", passing: [" + strings.Join(passed, ", ") + "]"
		}
		if at.passed {
			lines += ", en-passant: true"
		}
		lines += "}"
	}
	if lines == "" {
		lines = " []"
	}
	change, err = become.line(w)
	return lines, change, err
}

// endings returns the royal piece, the modules and the claims.
func (w *writer) endings() (royal string, rules, claims []string, err *fault) {
	stuck := "draw"
	said := false
	goals := goalSet{}
	for _, c := range w.conditions {
		if len(c.list) != 3 {
			return "", nil, nil, faultAt(c.line, "the condition %s", c)
		}
		what, result := c.list[2], strings.TrimSuffix(c.head(), "-condition")
		kind := what.atom
		if kind == "" {
			kind = what.head()
		}
		arguments := what.list[min(len(what.list), 1):]
		letter := func(n *node) string { return w.letterOf(n.atom) }
		players := words(c.list[1].list)
		for _, player := range players {
			if !slices.Contains(w.players, player) {
				return "", nil, nil, faultAt(c.line, "an ending for %s, who is no player", player)
			}
		}
		one := ""
		if !slices.Contains(players, w.players[0]) {
			one = ", side: second"
		} else if !slices.Contains(players, w.players[1]) {
			one = ", side: first"
		}
		switch {
		case kind == "absolute-config" && result == "win" && len(arguments) == 2 && letter(arguments[0]) != "":
			if err := goals.read(w, c, players); err != nil {
				return "", nil, nil, err
			}
		case kind == "captured" && result == "loss" && len(arguments) == 1 && letter(arguments[0]) != "":
			rules = append(rules, fmt.Sprintf("  - {module: extinction, pieces: [%s]%s}", letter(arguments[0]), one))
		case kind == "pieces-remaining" && result != "win" && len(arguments) > 0:
			text := fmt.Sprintf("  - {module: extinction, left: %s, result: %s%s", arguments[0].atom, result, one)
			if len(arguments) > 1 {
				if letter(arguments[1]) == "" {
					return "", nil, nil, faultAt(c.line, "the unknown piece %s", arguments[1])
				}
				text += ", pieces: [" + letter(arguments[1]) + "]"
			}
			rules = append(rules, text+"}")
		case one != "":
			return "", nil, nil, faultAt(c.line, "an ending for one player: %s", c)
		case kind == "checkmated" && result == "loss" && len(arguments) == 1 && royal == "" &&
			letter(arguments[0]) != "":
			royal = arguments[0].atom
		case kind == "stalemated":
			stuck, said = result, true
		case kind == "repetition" && result == "draw":
			claims = append(claims, "  - {name: repetition, count: 3, says: a draw by threefold repetition}")
		case kind == "repetition" && result == "loss":
			claims = append(claims,
				"  - {name: repetition, count: 3, wins: to-move, says: a loss of the side that repeats three times}")
		default:
			return "", nil, nil, faultAt(c.line, "a definition cannot express the ending %s", c)
		}
	}
	rules = append(rules, goals.lines(w)...)
	if w.passes != "" {
		rules = append(rules, "  - "+w.passes)
	}
	if !said {
		w.assumed = append(w.assumed, "a side without a legal move draws")
	}
	if royal == "" {
		return "", append(rules, fmt.Sprintf("  - {module: no-moves, result: %s, rule: W-2}", stuck)), claims, nil
	}
	for side := range 2 {
		if len(w.setup[side][royal]) != 1 {
			return "", nil, nil, faultAt(w.game.line, "%s is royal: a side has exactly one royal piece", royal)
		}
	}
	return royal, append(rules, "  - {module: royal-safety}",
		fmt.Sprintf("  - {module: no-moves, attacked: loss, free: %s, rule: W-2}", stuck)), claims, nil
}

// start returns the board of the starting position.
func (g *game) start() string {
	cells := make([]string, g.files*g.ranks)
	for s := range g.holes {
		cells[s] = "*"
	}
	for side := range 2 {
		for _, p := range g.pieces {
			for _, s := range g.setup[side][p.name] {
				cells[s] = p.letter
				if side == 1 {
					cells[s] = strings.ToLower(p.letter)
				}
			}
		}
	}
	return variant.BoardText(cells, g.files)
}
