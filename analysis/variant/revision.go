package variant

import (
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"io"
	"slices"

	"go.yaml.in/yaml/v3"
)

// Revision tells one state of a definition from another: its version, and a
// digest of all that it says once options and what it extends are applied.
// Games remember under which revision they were proved.
func (d *Definition) Revision() string { return d.Version + "+" + d.digest }

// digestOf returns eight hexadecimal digits of a hash of a definition. It
// ignores what changes no rule: comments, style, appearance, how common the
// variant is, letters in algebraic moves, and the claim of material. If earlier
// versions read the moves differently, the digest changes.
func digestOf(root *yaml.Node, reread bool) string {
	h := sha256.New()
	if reread {
		_, _ = io.WriteString(h, "XBetza\x00")
	}
	digestNode(h, withoutLetters(withoutMaterial(without(without(root, "dress"), "common"))))
	return hex.EncodeToString(h.Sum(nil)[:4])
}

// reread reports whether earlier versions read directions of a piece's moves in
// another way, so that games have to be proved again.
func (d *Definition) reread() bool {
	for _, p := range d.Pieces.All() {
		for _, m := range p.Moves {
			if slices.ContainsFunc(m.Components, func(c Component) bool { return c.reread }) {
				return true
			}
		}
	}
	return false
}

func digestNode(h hash.Hash, n *yaml.Node) {
	// Neither can fail: a hash takes every byte.
	_, _ = io.WriteString(h, kindName(n))
	_, _ = io.WriteString(h, "\x00"+n.Value+"\x00")
	for _, child := range n.Content {
		digestNode(h, child)
	}
	_, _ = io.WriteString(h, "\x01")
}
