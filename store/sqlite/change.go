package sqlite

import "context"

func (s *Archive) Sequence(ctx context.Context) (int64, error) {
	var last int64
	err := s.reader.QueryRowContext(ctx, `SELECT coalesce(max(sequence), 0) FROM games`).Scan(&last)
	return last, s.fault(ctx, err)
}

// Listen returns nil: there are no notifications for a file, so followers poll.
func (s *Archive) Listen(context.Context, func()) error { return nil }
