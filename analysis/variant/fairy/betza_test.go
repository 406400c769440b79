package fairy

import (
	"strings"
	"testing"

	"assay/analysis/variant"
)

func TestBetza(t *testing.T) {
	for _, c := range []struct{ theirs, ours string }{
		{"K", "K"}, {"Q", "Q"}, {"N", "N"}, {"WfF", "WfF"}, {"fmWfceF", "fmWfcF"},
		{"fN", "ffN"}, {"fhN", "fhN"}, {"ffN", "ffN"}, {"bN", "bbN"}, {"vN", "vN"}, {"fsN", "fsN"}, {"hlN", "hlN"}, {"hrN", "hrN"},
		{"rhN", "rhN"}, {"lbB", "blB"}, {"lfrbB", "flbrB"}, {"pB2", "pA"}, {"pR2", "pD"}, {"mBcpB", "mBcpB"},
		{"gQ", "gRgB"}, {"NN", "NN"}, {"W0", "R"}, {"F2", "F2"}, {"B2", "F2"}, {"R1", "W"}, {"nN", "nN"}, {"nZ", "nZ"},
		{"L", "C"}, {"J", "Z"}, {"fsW", "fsW"}, {"FvW", "FvW"}, {"mQ3", "mW3mF3"}, {"fmN", "ffmN"},
		{"fsmWcF", "fsmWcF"}, {"KNAD", "KNAD"}, {"FmFcF", "F"}, {"mRcpR", "mRcpR"}, {"W2R", "W2R"}, {"mW2cR", "mW2cR"}, {"RpR", "RpR"}, {"fRspR", "fRspR"}, {"mfRcbpR", "mfRcbpR"}, {"fRbnD", "fRbnD"}, {"RgR", "RgR"},
	} {
		ways, err := readBetza(c.theirs)
		if err != nil {
			t.Errorf("%s: %v", c.theirs, err)
			continue
		}
		got, err := writeBetza(ways)
		if err != nil || !sameMoves(t, got, c.ours) {
			t.Errorf("%s is %q here (%v), want %s", c.theirs, got, err, c.ours)
		}
	}
	for _, theirs := range []string{"pB3", "gQ2", "nC", "AA", "nR", "xW", "icF", "iW", "f", "pN", "bbrrW?", "BF3", "W3R2", "pBgB", "R3cpR", "NnN", "RpR2", "fRbpR", "fpRbR", "lgRfnDrR", "sRfnDlpR", "fgBbpB", "fNNbnN", strings.Repeat("W", 201)} {
		ways, err := readBetza(theirs)
		if err == nil {
			_, err = writeBetza(ways)
		}
		if err == nil {
			t.Errorf("%s is taken", theirs)
		}
	}
}

// sameMoves compares the meaning of two texts in Assay's notation.
func sameMoves(t *testing.T, a, b string) bool {
	type key struct {
		v              variant.Vector
		quiet, capture bool
		lame           bool
		hop            variant.Hop
		reach          int
	}
	read := func(text string) map[key]bool {
		parts, err := variant.ParseBetza(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		}
		out := map[key]bool{}
		for _, p := range parts {
			for _, v := range p.Vectors {
				out[key{v, p.Quiet, p.Capture, p.Lame, p.Hop, p.Range}] = true
			}
		}
		return out
	}
	x, y := read(a), read(b)
	for k := range x {
		if !y[k] {
			return false
		}
	}
	return len(x) == len(y)
}
