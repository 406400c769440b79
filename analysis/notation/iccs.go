package notation

import "assay/analysis/rules"

// ICCS reads and writes xiangqi coordinates with ranks from 0, as the Internet
// Chinese Chess Server did: H2-E2. It reads everything that SAN reads. It is
// not safe for concurrent use.
type ICCS struct{ *SAN }

// NewICCS returns the notation of a variant.
func NewICCS(r *rules.Rules) ICCS {
	n := NewSAN(nil, r)
	n.fromZero = true
	return ICCS{n}
}

// Append writes a legal move.
func (n ICCS) Append(dst []byte, p *rules.Position, m rules.Move) []byte {
	if m.Kind() == rules.Pass {
		return append(dst, sanPasses[0]...)
	}
	files := rules.Square(p.Rules().Files())
	from, to := m.From(), m.To()
	return append(dst, 'A'+byte(from%files), '0'+byte(from/files), '-', 'A'+byte(to%files), '0'+byte(to/files))
}
