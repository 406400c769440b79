package source

import (
	"fmt"
	"strconv"
	"strings"
)

// binaryTree is a game of xiangqi in a binary file.
type binaryTree struct {
	tags    [][2]string
	board   [90]byte // letters as in FEN, 0 for none; a1 is 0, b1 is 1
	second  bool     // Black moves first, if no move shows it
	result  string
	comment string
	nodes   []binaryNode // the first one is the starting position
	damage  string       // what could not be read, and from which byte on
}

// binaryNode is a move of a tree. child and sibling are indices, 0 for none.
type binaryNode struct {
	from, to       int
	comment        string
	child, sibling int
}

// xiangqiStart is the usual starting position, Red's side first.
const xiangqiStart = "RNBAKABNR" + "........." + ".C.....C." + "P.P.P.P.P" + "........." +
	"........." + "p.p.p.p.p" + ".c.....c." + "........." + "rnbakabnr"

// add adds a node after the previous one: as its child, or as the sibling of
// the node that expects one. waiting are the nodes whose sibling follows later.
func (t *binaryTree) add(n binaryNode, hasChild, hasSibling bool, waiting []int) (more []int, done bool) {
	t.nodes = append(t.nodes, n)
	at := len(t.nodes) - 1
	switch {
	case hasChild:
		t.nodes[at].child = at + 1
		if hasSibling {
			waiting = append(waiting, at)
		}
	case hasSibling:
		t.nodes[at].sibling = at + 1
	case len(waiting) == 0:
		return nil, true
	default:
		t.nodes[waiting[len(waiting)-1]].sibling = at + 1
		waiting = waiting[:len(waiting)-1]
	}
	return waiting, false
}

// stop ends the reading of a damaged tree at a byte of the game.
func (t *binaryTree) stop(at int, what string) *binaryTree {
	t.damage = fmt.Sprintf("%s at byte %d of the game; reading stopped there, after %d moves", what, at,
		max(len(t.nodes)-1, 0))
	for i := range t.nodes { // links to nodes that were not read
		if t.nodes[i].child >= len(t.nodes) {
			t.nodes[i].child = 0
		}
		if t.nodes[i].sibling >= len(t.nodes) {
			t.nodes[i].sibling = 0
		}
	}
	return t
}

// tag adds a header unless it is empty.
func (t *binaryTree) tag(key, value string) {
	value = strings.Join(strings.FieldsFunc(value, func(r rune) bool { return r < ' ' }), " ")
	if value = strings.TrimSpace(value); value != "" {
		t.tags = append(t.tags, [2]string{key, value})
	}
}

// text returns the game in PGN with ICCS moves.
func (t *binaryTree) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "[Game \"Chinese Chess\"]\n[Format \"ICCS\"]\n")
	for _, tag := range t.tags {
		value := strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(tag[1])
		fmt.Fprintf(&b, "[%s \"%s\"]\n", tag[0], value)
	}
	fmt.Fprintf(&b, "[Result \"%s\"]\n", t.result)
	first := 0
	if len(t.nodes) > 0 {
		first = t.nodes[0].child
	}
	if first > 0 {
		if piece := t.board[t.nodes[first].from]; piece != 0 {
			t.second = piece >= 'a'
		}
	}
	if fen := t.fen(); fen != "" {
		fmt.Fprintf(&b, "[FEN \"%s\"]\n", fen)
	}
	b.WriteByte('\n')
	writeComment(&b, t.comment)
	ply := 0
	if t.second {
		ply = 1
	}
	t.write(&b, first, ply, false)
	b.WriteString(t.result)
	b.WriteString("\n\n")
	return b.String()
}

// fen returns the starting position; "" for the usual one.
func (t *binaryTree) fen() string {
	usual := !t.second
	for i, piece := range t.board {
		usual = usual && (piece == xiangqiStart[i] || piece == 0 && xiangqiStart[i] == '.')
	}
	if usual {
		return ""
	}
	var b strings.Builder
	for rank := 9; rank >= 0; rank-- {
		empty := 0
		for _, piece := range t.board[9*rank : 9*rank+9] {
			if piece == 0 {
				empty++
				continue
			}
			if empty > 0 {
				b.WriteString(strconv.Itoa(empty))
			}
			empty = 0
			b.WriteByte(piece)
		}
		if empty > 0 {
			b.WriteString(strconv.Itoa(empty))
		}
		if rank > 0 {
			b.WriteByte('/')
		}
	}
	if t.second {
		return b.String() + " b - - 0 1"
	}
	return b.String() + " w - - 0 1"
}

// maxBinaryNesting bounds the depth of variations.
const maxBinaryNesting = 100

// write writes a line and the variations of its moves. alone says that the
// first move is itself a variation.
func (t *binaryTree) write(b *strings.Builder, at, ply int, alone bool) {
	type line struct{ at, ply int }
	var open func(l line, alone bool, depth int)
	open = func(l line, alone bool, depth int) {
		for at, start := l.at, true; at > 0; at, start = t.nodes[at].child, false {
			n := &t.nodes[at]
			if l.ply%2 == 0 {
				fmt.Fprintf(b, "%d. ", l.ply/2+1)
			} else if start {
				fmt.Fprintf(b, "%d... ", l.ply/2+1)
			}
			fmt.Fprintf(b, "%s-%s\n", iccs(n.from), iccs(n.to))
			writeComment(b, n.comment)
			if !start || !alone {
				for other := n.sibling; other > 0; other = t.nodes[other].sibling {
					if depth == maxBinaryNesting {
						t.damage = "variations nested too deeply are not read"
						break
					}
					b.WriteString("( ")
					open(line{other, l.ply}, true, depth+1)
					b.WriteString(")\n")
				}
			}
			l.ply++
		}
	}
	open(line{at, ply}, alone, 0)
}

// iccs returns the name of a square.
func iccs(square int) string { return string(rune('A'+square%9)) + strconv.Itoa(square/9) }

// writeComment writes a comment that no reader takes for its end or for another
// game.
func writeComment(b *strings.Builder, text string) {
	var lines []string
	for line := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == '\n' || r == '\r' }) {
		if line = strings.TrimSpace(strings.NewReplacer("{", "(", "}", ")", "\x00", "").Replace(line)); line != "" {
			lines = append(lines, line)
		}
	}
	if lines != nil {
		fmt.Fprintf(b, "{%s}\n", strings.Join(lines, "\n"))
	}
}
