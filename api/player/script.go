// Package player is the board that games are played through on, on the pages of
// an archive and in published files alike: what its script is told of a game,
// and the script's modules.
package player

import (
	"embed"
	"io/fs"
	"regexp"
	"strings"
)

//go:embed *.js
var files embed.FS

// Modules are the script's modules by name. They import each other
// from the folder that they lie in.
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
	remark  = regexp.MustCompile(`(?m)^\s*(//|/?\*).*\n`)
	linking = regexp.MustCompile(`(?m)^import .*\n|^export `)
	indent  = regexp.MustCompile(`(?m)^\s+`)
)

// Inline is the modules and a page's own script as one script that needs no
// other file, without remarks.
func Inline(page string) string {
	text := string(Modules["board.js"]) + string(Modules["player.js"]) + page
	for _, cut := range []*regexp.Regexp{remark, linking, indent} {
		text = cut.ReplaceAllString(text, "")
	}
	return "\"use strict\";\n(() => {\n" + strings.TrimSpace(text) + "\n})();\n"
}
