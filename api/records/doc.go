// Package records contains the use cases of records: reading and verifying
// them, imports, submissions, corrections, rulings, and the archive's check.
package records
