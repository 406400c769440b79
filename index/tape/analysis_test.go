package tape

import (
	"reflect"
	"testing"
)

func TestOpinions(t *testing.T) {
	o := &Analysis{Accuracy: [2]int{9912, NoAccuracy}, Plies: []Evaluation{{Score: 30}, {Score: -MaxScore, Swing: 10_000, Marks: Blunder | AllowedMate}}}
	var again Analysis
	if b := o.Append(nil); !again.Read(b) || !reflect.DeepEqual(&again, o) {
		t.Errorf("%+v, want %+v", again, o)
	}
	if again.Read(o.Append(nil)[:4]) {
		t.Error("cut opinions are read")
	}
	if (*Analysis)(nil).Append(nil) != nil {
		t.Error("no opinions are written")
	}
}

func FuzzOpinions(f *testing.F) {
	f.Add((&Analysis{Accuracy: [2]int{100, NoAccuracy}, Plies: []Evaluation{{Score: 30}, {Swing: 4, Marks: Mistake}}}).Append(nil))
	f.Fuzz(func(t *testing.T, b []byte) {
		var o, again Analysis
		if !o.Read(b) {
			return
		}
		if !again.Read(o.Append(nil)) || !reflect.DeepEqual(o, again) {
			t.Errorf("%+v, and again %+v", o, again)
		}
	})
}
