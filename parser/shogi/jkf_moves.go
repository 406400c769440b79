package shogi

import (
	"bytes"
	"encoding/json"
	"time"

	"assay/parser/record"
	"assay/parser/scan"
)

// readMoves reads the array of moves with all variations.
func (t *jkfText) readMoves() error {
	if err := t.expect('['); err != nil {
		return err
	}
	t.nodes = append(t.nodes[:0], jkfNode{kind: jkfMoves})
	for len(t.nodes) > 0 {
		top := &t.nodes[len(t.nodes)-1]
		if !t.in.More() {
			if _, err := t.in.Token(); err != nil {
				t.keepPrefix()
				return err
			}
			t.close()
			continue
		}
		var err error
		switch top.kind {
		case jkfMoves:
			if err = t.expect('{'); err == nil {
				t.nodes = append(t.nodes, jkfNode{kind: jkfMove})
			}
		case jkfForks:
			if err = t.expect('['); err == nil {
				line := &t.nodes[len(t.nodes)-3] // the line that the variation leaves
				t.nodes = append(t.nodes, jkfNode{kind: jkfMoves, first: line.number()})
			}
		case jkfMove:
			err = t.readMember(top)
		}
		if err != nil {
			t.keepPrefix()
			return err
		}
	}
	return nil
}

// number returns the number of the next ply of a line.
func (n *jkfNode) number() int { return max(n.first, 1) + len(n.plies) }

// readMember reads a member of a node of the array of moves.
func (t *jkfText) readMember(node *jkfNode) error {
	key, err := t.key()
	if err != nil {
		return err
	}
	switch key {
	case "move":
		return t.readMove(node)
	case "comments":
		return t.readComments(node)
	case "time":
		var times *jkfTimes
		if err := t.in.Decode(&times); err != nil || times == nil {
			return err
		}
		node.time, node.hasTime = *times, true
		return nil
	case "special":
		var special *string
		if err := t.in.Decode(&special); err != nil || special == nil {
			return err
		}
		node.special = *special
		return nil
	case "forks":
		token, err := t.in.Token()
		switch {
		case err != nil:
			return err
		case token == nil:
		case token == json.Delim('['):
			t.nodes = append(t.nodes, jkfNode{kind: jkfForks})
		default:
			return &jkfError{message: "forks must be an array"}
		}
		return nil
	}
	return t.skipMember(key)
}

func (t *jkfText) readMove(node *jkfNode) error {
	var raw json.RawMessage
	if err := t.in.Decode(&raw); err != nil {
		return err
	}
	if string(raw) == "null" {
		return nil
	}
	place := t.PlaceAt(t.base + int(t.in.InputOffset()) - len(raw))
	var compact bytes.Buffer
	if err := json.Compact(&compact, raw); err != nil {
		return err
	}
	node.hasMove = true
	node.ply.Text, node.ply.Place = compact.String(), place
	return nil
}

func (t *jkfText) readComments(node *jkfNode) error {
	token, err := t.in.Token()
	if err != nil || token == nil {
		return err
	}
	if token != json.Delim('[') {
		return &jkfError{message: "comments must be an array"}
	}
	for t.in.More() {
		var raw json.RawMessage
		if err := t.in.Decode(&raw); err != nil {
			return err
		}
		place := t.PlaceAt(t.base + int(t.in.InputOffset()) - len(raw))
		var text string
		if err := json.Unmarshal(raw, &text); err != nil {
			return err
		}
		t.meter.Comment(text)
		node.ply.Annotate().Comments = append(node.ply.Notes().Comments,
			record.Comment{Text: scan.Trim(scan.LineEnds.Replace(text)), Place: place})
	}
	return t.expect(']')
}

// close removes the innermost open node and adds it to its parent.
func (t *jkfText) close() {
	node := t.nodes[len(t.nodes)-1]
	t.nodes = t.nodes[:len(t.nodes)-1]
	if len(t.nodes) == 0 {
		t.record.Moves = node.plies
		return
	}
	parent := &t.nodes[len(t.nodes)-1]
	switch node.kind {
	case jkfMove:
		t.closeMove(parent, &node)
	case jkfMoves:
		if len(node.plies) > 0 {
			t.meter.Variation()
			parent.variations = append(parent.variations, node.plies)
		}
	case jkfForks:
		parent.variations = append(parent.variations, node.variations...)
	}
}

// closeMove adds a move, an ending or opening comments to the enclosing line.
func (t *jkfText) closeMove(line, node *jkfNode) {
	comments := node.ply.Notes().Comments
	node.ply.Beside = nil // only comments so far
	spent, hasTime := node.time.Now.duration()
	switch {
	case node.hasMove:
		ply := node.ply
		for _, c := range comments {
			ply.TakeComment(c)
		}
		if node.hasTime && hasTime {
			ply.Spent = t.times.newTime(spent)
		}
		t.addTime(line, node, &ply)
		if len(node.variations) > 0 {
			ply.Annotate().Variations = node.variations
		}
		t.meter.Ply()
		line.plies = append(line.plies, ply)
		return
	case len(line.plies) > 0:
		last := &line.plies[len(line.plies)-1]
		for _, c := range comments {
			last.TakeComment(c)
		}
		for _, side := range node.variations {
			again := append(record.Line{{Text: last.Text, Place: last.Place}}, side...)
			last.Annotate().Variations = append(last.Notes().Variations, again)
		}
		if node.special != "" && len(t.nodes) > 1 {
			last.Annotate().Commands = append(last.Notes().Commands,
				record.Command{Name: record.CommandEnding, Text: node.special})
		}
		if node.special != "" && hasTime {
			t.addEndTimes(line, node, spent)
		}
	case len(t.nodes) == 1:
		t.record.Comments = append(t.record.Comments, comments...)
		if len(node.variations) > 0 {
			t.warn("variations of a game without moves are not kept", "")
		}
	default:
		t.warn("a variation that does not start with a move is not kept", node.special)
	}
	if node.special != "" && len(t.nodes) == 1 {
		t.record.Ending = node.special
	}
}

// addEndTimes records the times of an ending on the last ply.
func (t *jkfText) addEndTimes(line, node *jkfNode, spent time.Duration) {
	notes := line.plies[len(line.plies)-1].Annotate()
	notes.Commands = append(notes.Commands, clockCommand(record.CommandEndTime, spent))
	sum := spent
	if n := line.number() - 3; n >= 0 && n < len(t.totals) {
		sum += t.totals[n]
	}
	if total, ok := node.time.Total.duration(); ok && total != sum {
		notes.Commands = append(notes.Commands, clockCommand(record.CommandEndTotal, total))
	}
}

// addTime adds a ply to its mover's time. It keeps the stated total as a
// command if it is not the sum of the times.
func (t *jkfText) addTime(line, node *jkfNode, ply *record.Ply) {
	total, ok := node.time.Total.duration()
	n := line.number()
	if t.totals = t.totals[:min(len(t.totals), n-1)]; len(t.totals) < n-1 {
		t.totals = append(t.totals, make([]time.Duration, n-1-len(t.totals))...)
	}
	var sum time.Duration
	if n >= 3 {
		sum = t.totals[n-3]
	}
	if ply.Spent != nil {
		sum += *ply.Spent
	}
	if ok && ply.Spent != nil && total != sum {
		ply.Annotate().Commands = append(ply.Notes().Commands, clockCommand(record.CommandTotal, total))
		sum = total
	}
	t.totals = append(t.totals, sum)
}

// keepPrefix keeps the plies of the main line that were read before an error.
func (t *jkfText) keepPrefix() {
	if len(t.nodes) > 0 {
		t.record.Moves = t.nodes[0].plies
	}
}
