package api

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
)

// WriteText writes the definition as a rule card for players.
func (c *VariantCard) WriteText(out io.Writer) error {
	w := bufio.NewWriter(out)
	fmt.Fprintf(w, "%s: %s\n", c.ID, c.Name)
	if c.Summary != "" {
		fmt.Fprintf(w, "%s\n", strings.TrimSpace(c.Summary))
	}
	fmt.Fprintf(w, "\nVersion %s. %d files, %d ranks. %s moves first, then %s.\nStart: %s\n",
		c.Version, c.Board.Files, c.Board.Ranks, c.Sides[0], c.Sides[1], c.Start)
	for _, o := range c.Options {
		fmt.Fprintf(w, "Option %s: %s (usually %s). %s\n", o.Name, strings.Join(o.Values, ", "), o.Default, o.Summary)
	}
	for _, r := range c.Regions {
		fmt.Fprintf(w, "Region %s: %s\n", r.Name, strings.Join(r.Parts, ", "))
	}
	c.writePieces(w)
	c.writeRules(w)
	for _, n := range c.NodeCounts {
		position := n.Position
		if position == "" {
			position = "the start"
		}
		fmt.Fprintf(w, "Node counts of %s: %s\n", strings.TrimSpace(position+" "+n.Options), strings.Trim(fmt.Sprint(n.Nodes), "[]"))
	}
	fmt.Fprintln(w, "\nSources:")
	for _, source := range c.Sources {
		fmt.Fprintf(w, "  %s\n", source)
	}
	return w.Flush()
}

func (c *VariantCard) writePieces(w *bufio.Writer) {
	fmt.Fprintln(w, "\nPieces (moves in Betza notation):")
	for _, p := range c.Pieces {
		fmt.Fprintf(w, "  %-3s %-16s", p.Letter, p.Name)
		for i, m := range p.Moves {
			if i > 0 {
				w.WriteByte(',')
			}
			w.WriteString(" " + m.describe())
		}
		if p.Royal {
			w.WriteString("; royal")
		}
		if p.Within != "" {
			fmt.Fprintf(w, "; stays within %s", p.Within)
		}
		if p.Demotes != "" {
			fmt.Fprintf(w, "; captured, it becomes %s", p.Demotes)
		}
		fmt.Fprintf(w, " (%s)\n", p.Rule)
	}
}

// describe is the movement with what limits it.
func (m *MovementCard) describe() string {
	text := m.Betza
	add := func(words, value string) {
		if value != "" {
			text += " " + words + " " + value
		}
	}
	add("from", m.From)
	add("within", m.Within)
	add("taking only", strings.Join(m.Takes, " "))
	add("never taking", strings.Join(m.Spares, " "))
	add("never over", strings.Join(m.HopsNot, " "))
	add("taking in passing", strings.Join(m.Passing, " "))
	if m.Stays {
		text += " without moving"
	}
	return text
}

func (c *VariantCard) writeRules(w *bufio.Writer) {
	fmt.Fprintln(w, "\nRules:")
	for _, p := range c.Promotion {
		for _, letter := range sorted(p.Pieces) {
			if into := p.Pieces[letter]; len(into) > 0 {
				fmt.Fprintf(w, "  %s promotes to %s by a move that %s (%s)\n", letter, strings.Join(into, " or "), p.when(), p.Rule)
			}
		}
	}
	if c.Hand != nil {
		fmt.Fprintf(w, "  Captured pieces come to the %s (%s)\n", c.Hand.Name, c.Hand.Rule)
	}
	if c.Drops != nil {
		fmt.Fprintf(w, "  Pieces are dropped on empty squares (%s)\n", c.Drops.Rule)
		for _, b := range c.Drops.Forbid {
			fmt.Fprintf(w, "  No drop of %s%s (%s)\n", strings.Join(b.Pieces, " "), b.where(), b.Rule)
		}
	}
	if c.Pocket != nil {
		fmt.Fprintf(w, "  Each side has a pocket (%s)\n", c.Pocket.Rule)
	}
	if c.Castling != nil {
		fmt.Fprintf(w, "  %s castles with %s (%s)\n", c.Castling.Royal, c.Castling.Partner, c.Castling.Rule)
	}
	if c.Array != nil {
		fmt.Fprintf(w, "  The players may choose the array (%s)\n", c.Array.Rule)
	}
	for _, r := range c.Rules {
		fmt.Fprintf(w, "  %s (%s)", r.Module, r.Rule)
		for i, name := range sorted(r.Parameters) {
			separator := ", "
			if i == 0 {
				separator = ": "
			}
			fmt.Fprintf(w, "%s%s %v", separator, name, r.Parameters[name])
		}
		w.WriteByte('\n')
	}
	for _, claim := range c.Claims {
		fmt.Fprintf(w, "  May be claimed: %s (W-1)\n", claim.Says)
	}
}

func (p *PromotionCard) when() string {
	if p.On == "touch" {
		return "starts or ends in " + p.Zone
	}
	return "ends in " + p.Zone
}

func (b *BanCard) where() string {
	switch {
	case b.In != "":
		return " in " + b.In
	case b.Outside != "":
		return " outside " + b.Outside
	case len(b.FileWith) > 0:
		return " on a file with an own " + strings.Join(b.FileWith, " or ")
	}
	return ""
}

func sorted[T any](m map[string]T) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}
