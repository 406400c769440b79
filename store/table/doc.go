// Package table implements the tables that all stores share, in the SQL that
// SQLite and PostgreSQL have in common.
package table
