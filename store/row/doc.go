// Package row writes and proves what the rows of an archive in a database keep:
// records, headers, checksums.
package row
