// Package row encodes and validates the values in rows of an archive's
// database: records, headers, checksums.
package row
