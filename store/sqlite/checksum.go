package sqlite

// What the checksum of a row is taken of, in the order of the sum. The games'
// number of the last change and the time of their deletion are not in it: they
// alter with every change.
const (
	gameSum = `hash, variant, options, variant_version, verdict, plies, result, termination, format, encoding, file,
		number, line, first, second, event, site, date, imported`
	contentSum      = `game, record, size, start, final, moves, tags, report`
	verificationSum = `game, sequence, variant_version, verdict, plies, result, termination, start, final, report, replaced`
	revisionSum     = `annotation, revision, ply, author, content, deleted, saved`
	recordSum       = `game, revision, hash, record, size, length, line, format, variant, options, verdict, plies, author, reason, saved`
	rulingSum       = `game, number, ply, rule, move, text, arbiter, reason, ruled, lifter, because, lifted`
	analysisSum     = `game, engine, version, variant_version, nodes, content, saved`
	definitionSum   = `draft, version, author, text, saved`
	personSum       = `id, name, key, role, password, barred, created`
	eventSum        = `id, revision, name, key, author, content, created, saved`
	deliverySum     = `id, person, name, event, comment, reading, hash, file, size, length, sent`
	submissionSum   = `id, delivery, number, event, person, state, assignee, deadline, appealed, game, verdict, content,
		revision, text, change, created, changed`
	stepSum = `change, submission, number, person, action, state, reason, record, size, content, at`
)
