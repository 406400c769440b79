// Package player is the board on which visitors step through games, on the
// pages of an archive and in published files. It holds the data for the script
// and the script's modules.
package player

import (
	"embed"
	"io/fs"
	"strings"

	"assay/parser/scan"
)

//go:embed *.js
var files embed.FS

// Modules are the script's modules by file name. They import each other from
// the same folder.
var Modules = func() map[string][]byte {
	names, err := fs.Glob(files, "*.js")
	if err != nil {
		panic(err)
	}
	out := map[string][]byte{}
	for _, name := range names {
		if out[name], err = files.ReadFile(name); err != nil {
			panic(err)
		}
	}
	return out
}()

var (
	commentLine = scan.NewPattern(`(?m)^\s*(//|/?\*).*\n`)
	importLine  = scan.NewPattern(`(?m)^import .*\n|^export `)
	indent      = scan.NewPattern(`(?m)^\s+`)
)

// Inline joins the modules and a page's own script into one script without
// imports and comments.
func Inline(page string) string {
	text := string(Modules["board.js"]) + string(Modules["player.js"]) + page
	for _, cut := range []*scan.Pattern{commentLine, importLine, indent} {
		text = cut.ReplaceAllString(text, "")
	}
	return "\"use strict\";\n(() => {\n" + strings.TrimSpace(text) + "\n})();\n"
}
