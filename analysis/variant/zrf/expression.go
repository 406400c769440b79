// Package zrf converts Zillions rules files: s-expressions with macros, in
// which blocks of instructions generate the moves of pieces. The blocks are run
// on a board of unknown content, and what they generate is recognised as steps,
// slides, leaps and hops.
package zrf

import (
	"fmt"
	"strconv"
	"strings"
)

// node is an atom or a list.
type node struct {
	line int
	atom string // "" for lists
	text bool   // a quoted atom
	list []*node
}

// head returns the first atom of a list, or "".
func (n *node) head() string {
	if n.atom == "" && len(n.list) > 0 {
		return n.list[0].atom
	}
	return ""
}

// String returns the node as text.
func (n *node) String() string {
	if n.atom != "" || n.text {
		return n.atom
	}
	words := make([]string, len(n.list))
	for i, one := range n.list {
		words[i] = one.String()
	}
	return "(" + strings.Join(words, " ") + ")"
}

// Bounds of a file.
const (
	maxDepth = 200     // of lists and of macros in macros
	maxNodes = 500_000 // of a game or variant, after macros
	maxTotal = 2_000_000
	maxAtom  = 1_000 // bytes of an atom
)

// fault is what a file breaks or a definition cannot express.
type fault struct {
	line int
	text string
}

func faultAt(line int, format string, args ...any) *fault {
	return &fault{line, fmt.Sprintf(format, args...)}
}

// parse reads the expressions of a file.
func parse(text string) ([]*node, *fault) {
	root := &node{}
	open := []*node{root}
	line := 1
	for i := 0; i < len(text); {
		top := open[len(open)-1]
		switch c := text[i]; {
		case c == '\n':
			line++
			i++
		case c == ' ' || c == '\t' || c == '\r' || c == 0x1A:
			i++
		case c == ';':
			for i < len(text) && text[i] != '\n' {
				i++
			}
		case c == '(':
			one := &node{line: line}
			top.list = append(top.list, one)
			if open = append(open, one); len(open) > maxDepth {
				return nil, faultAt(line, "more than %d nested lists", maxDepth)
			}
			i++
		case c == ')':
			if len(open) == 1 {
				return nil, faultAt(line, "a ) without its (")
			}
			open = open[:len(open)-1]
			i++
		case c == '"':
			end := strings.IndexByte(text[i+1:], '"')
			if end < 0 {
				return nil, faultAt(line, "a text without its closing quote")
			}
			value := text[i+1 : i+1+end]
			top.list = append(top.list, &node{line: line, atom: value, text: true})
			line += strings.Count(value, "\n")
			i += end + 2
		default:
			end := i
			for end < len(text) && !strings.ContainsRune(" \t\r\n();\"\x1A", rune(text[end])) {
				end++
			}
			top.list = append(top.list, &node{line: line, atom: text[i:end]})
			i = end
		}
	}
	if len(open) > 1 {
		return nil, faultAt(open[len(open)-1].line, "a ( without its )")
	}
	return root.list, nil
}

// expander replaces calls of macros.
type expander struct {
	macros map[string][]*node
	nodes  int // of the game or variant
	total  int // of those before
}

// part returns a part of the file with all calls replaced.
func (e *expander) part(n *node) ([]*node, *fault) {
	e.total, e.nodes = e.total+e.nodes, 0
	return e.expand([]*node{n}, 0)
}

// define notes the macros among expressions, and returns the others.
func (e *expander) define(list []*node) (rest []*node) {
	for _, n := range list {
		if n.head() == "define" && len(n.list) > 1 {
			e.macros[n.list[1].atom] = n.list[2:]
			continue
		}
		rest = append(rest, n)
	}
	return rest
}

// expand returns the expressions with all calls replaced by the bodies of their
// macros.
func (e *expander) expand(list []*node, depth int) (out []*node, err *fault) {
	for _, n := range list {
		long := len(n.atom) > maxAtom && !n.text
		for _, a := range n.list {
			long = long || len(a.atom) > maxAtom && !a.text
		}
		if e.nodes++; e.nodes > maxNodes || e.total+e.nodes > maxTotal || depth > maxDepth || long {
			return nil, faultAt(n.line, "macros that become too long")
		}
		if n.atom != "" || n.text {
			out = append(out, n)
			continue
		}
		if body, ok := e.macros[n.head()]; ok && n.head() != "" {
			called, err := e.expand(substitute(body, n.list[1:], n.line), depth+1)
			if err != nil {
				return nil, err
			}
			out = append(out, called...)
			continue
		}
		inside, err := e.expand(n.list, depth+1)
		if err != nil {
			return nil, err
		}
		out = append(out, &node{line: n.line, list: inside})
	}
	return out, nil
}

// substitute returns a macro's body with its arguments in place of $1 to $9,
// with the line of the call.
func substitute(body, arguments []*node, line int) (out []*node) {
	for _, n := range body {
		if n.atom == "" && !n.text {
			out = append(out, &node{line: line, list: substitute(n.list, arguments, line)})
			continue
		}
		if number, ok := strings.CutPrefix(n.atom, "$"); ok {
			if k, err := strconv.Atoi(number); err == nil {
				if k >= 1 && k <= len(arguments) {
					out = append(out, arguments[k-1])
				}
				continue
			}
		}
		text := n.atom
		for k, a := range arguments {
			text = strings.ReplaceAll(text, "$"+strconv.Itoa(k+1), a.atom)
		}
		out = append(out, &node{line: line, atom: text, text: n.text})
	}
	return out
}
