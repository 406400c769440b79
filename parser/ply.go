package parser

// CountsPlies reports whether the numbers of a format count plies, not moves.
func CountsPlies(f Format) bool { return f == KIF }

// AddComment adds a remark after the ply as if it had been read there: its
// [%…] commands become the ply's glyphs, marks, clock, time, evaluation and
// other commands.
func (ply *Ply) AddComment(text string) { ply.addComment(Comment{Text: text}) }

// CommandText writes the ply's marks, evaluation, clock, time and other
// commands as [%…] commands; "" where it has none. AddComment takes them back.
func (ply *Ply) CommandText() string { return string(ply.appendCommands(nil)) }
