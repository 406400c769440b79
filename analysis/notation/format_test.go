package notation

import "assay/analysis/rules"

// Format is Append as a string.
func (x *WXF) Format(p *rules.Position, m rules.Move) string { return string(x.Append(nil, p, m)) }

// Format is Append as a string.
func (n *SAN) Format(p *rules.Position, m rules.Move) string { return string(n.Append(nil, p, m)) }

// Format is Append as a string.
func (c *Courier) Format(p *rules.Position, m rules.Move) string { return string(c.Append(nil, p, m)) }
