package variant

import (
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"io"
	"slices"

	"go.yaml.in/yaml/v3"
)

// Revision identifies a state of the definition: its version, and a digest with
// options and extensions applied. Games store the revision of their
// verification.
func (d *Definition) Revision() string { return d.Version + "+" + d.digest }

// digestOf returns eight hexadecimal digits of a hash of a definition. It
// ignores everything that does not change a rule: comments, style, appearance,
// tier, letters in algebraic moves, and the material claim. reread changes it,
// because earlier versions read the moves differently.
func digestOf(root *yaml.Node, reread bool) string {
	h := sha256.New()
	if reread {
		_, _ = io.WriteString(h, "XBetza\x00")
	}
	digestNode(h, withoutLetters(withoutMaterial(without(without(root, "dress"), "common"))))
	return hex.EncodeToString(h.Sum(nil)[:4])
}

// reread reports whether earlier versions read a piece's directions
// differently, so that games need a new verification.
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
	// A hash returns no errors.
	_, _ = io.WriteString(h, kindName(n))
	_, _ = io.WriteString(h, "\x00"+n.Value+"\x00")
	for _, child := range n.Content {
		digestNode(h, child)
	}
	_, _ = io.WriteString(h, "\x01")
}
