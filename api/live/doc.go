// Package live follows games while they are played: it compares each version of
// their records with the one before, and reports what changed, ply by ply.
package live
