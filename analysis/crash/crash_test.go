package crash_test

import (
	"bytes"
	"errors"
	"testing"

	"assay/analysis/crash"
)

// TestRecover: a panic becomes an error with its value and its place; without
// one, the error of the function stays.
func TestRecover(t *testing.T) {
	failed := errors.New("failed")
	for _, row := range []struct {
		call func() error
		want any
	}{
		{func() error { panic("broken") }, "broken"},
		{func() error { return failed }, nil},
		{func() error { return nil }, nil},
	} {
		recovered := func() (err error) {
			defer crash.Recover(&err)
			return row.call()
		}()
		var handled *crash.Error
		func() {
			defer crash.Handle(func(e *crash.Error) { handled = e })
			_ = row.call()
		}()
		var faulted *crash.Error
		func() {
			defer crash.HandleFaults(func(e *crash.Error) { faulted = e })()
			_ = row.call()
		}()
		own, ok := errors.AsType[*crash.Error](recovered)
		switch {
		case row.want == nil:
			if ok || handled != nil || faulted != nil {
				t.Errorf("%v, %v, %v, want no panic", recovered, handled, faulted)
			}
		case !ok || own.Cause != row.want || handled == nil || faulted == nil ||
			handled.Cause != row.want || faulted.Cause != row.want:
			t.Errorf("%v, %v, %v, want %v", recovered, handled, faulted, row.want)
		case !bytes.Contains(own.Stack, []byte("crash_test.go")) || !bytes.Contains(handled.Stack, []byte("crash_test.go")):
			t.Errorf("no place in %s and %s", own.Stack, handled.Stack)
		}
	}
}
