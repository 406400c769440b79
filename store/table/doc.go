// Package table has those tables of an archive that all databases keep alike:
// their statements are written once, in the SQL that SQLite and PostgreSQL
// share.
package table
