package sqlite

import (
	"database/sql"
	"testing"
	"time"

	"assay/fixtures/storetest"
	"assay/store"
)

// TestLeaseStart takes a job while another writer holds the lock for longer
// than the lease. The lease begins after the wait.
func TestLeaseStart(t *testing.T) {
	s := archive(t)
	game := result(s.Add(t.Context(), storetest.Samples(0, 1)))(t)[0].ID
	result(s.Enqueue(t.Context(), store.Job{Game: game}, store.JobBounds{}))(t)
	const lease = 2 * time.Second
	held, written := make(chan bool), make(chan error)
	go func() {
		written <- s.write(t.Context(), 0, func(*sql.Tx) error {
			close(held)
			time.Sleep(lease + lease/4)
			return nil
		})
	}()
	<-held
	if j := result(s.TakeJob(t.Context(), lease))(t); j == nil {
		t.Error("it is not taken")
	}
	if j := result(s.TakeJob(t.Context(), lease))(t); j != nil {
		t.Error("it is taken twice at once")
	}
	if err := <-written; err != nil {
		t.Error(err)
	}
}
