package diagram

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestParsePath(t *testing.T) {
	p, err := ParsePath(" M1,2 3-4.5.5 7zl1 1H9v-2c0 0 1 1 2 2M0 0h0a1 2 0 0 0 0 0")
	if err != nil {
		t.Fatal(err)
	}
	want := []Step{
		{'M', [6]float64{1, 2}}, {'L', [6]float64{3, -4.5}}, {'L', [6]float64{.5, 7}}, {Op: 'Z'}, {'L', [6]float64{2, 3}},
		{'L', [6]float64{9, 3}}, {'L', [6]float64{9, 1}}, {'C', [6]float64{9, 1, 10, 2, 11, 3}},
		{'M', [6]float64{}}, {'L', [6]float64{}}, {'L', [6]float64{}},
	}
	if !slices.Equal(p.Steps, want) {
		t.Errorf("%v, want %v", p.Steps, want)
	}
	for data, want := range map[string]string{
		"0 0":                "number without a command at byte 0",
		"h5":                 "path does not start with M at byte 0",
		"M0 0q1 1 2 2":       "unknown command q at byte 4",
		"M0 x":               "expected a number of at most 16384 at byte 3",
		"M0 0 1":             "expected a number of at most 16384 at byte 6",
		"M0 16385":           "expected a number of at most 16384 at byte 3",
		"M0 0z5":             "number without a command at byte 5",
		"M0 0A1 2 3 0 0 4 4": "rotated ellipse at byte 4",
		"M9000 0h9000":       "point out of range at byte 7",
		"M0 0\xff":           "unknown command",
		"M1e3 0":             "expected a number of at most 16384 at byte 2",
	} {
		if _, err := ParsePath(data); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", data, err, want)
		}
	}
}

// pathReader is a surface that parses the data of every path.
type pathReader struct {
	*testing.T
	svg
	groups int
}

func (r *pathReader) Group(...Trait) { r.groups++ }
func (r *pathReader) End()           { r.groups-- }
func (*pathReader) Name(string)      {}

func (r *pathReader) Path(traits ...Trait) {
	i := slices.IndexFunc(traits, func(t Trait) bool { _, ok := t.(*Path); return ok })
	p := traits[i].(*Path)
	q, err := ParsePath(p.String())
	if err != nil || len(q.Steps) != len(p.Steps) {
		r.Errorf("%s has %d steps, but %d after parsing: %v", p, len(p.Steps), len(q.Steps), err)
		return
	}
	for i, s := range p.Steps {
		for k, v := range s.P {
			if q := q.Steps[i]; q.Op != s.Op || math.Abs(v-q.P[k]) > 0.05 {
				r.Errorf("%s: step %d is %v, but %v after parsing", p, i, s, q)
			}
		}
	}
}

// TestStepsAreTheirText: the steps of a path match its data.
func TestStepsAreTheirText(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	reader := pathReader{T: t}
	for range 50 {
		if err := Draw(&reader, randomScene(r)); err != nil {
			t.Fatal(err)
		}
	}
	if reader.groups != 0 {
		t.Errorf("%d groups are not closed", reader.groups)
	}
}
