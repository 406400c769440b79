// Package tournament knows tournaments as FIDE's reports contain them: players,
// pairings and results by round, also those without a game. It reads and writes
// reports (TRF16, TRF26) and ranks players by tie-breaks (C.07).
package tournament
