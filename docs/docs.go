// Package docs has the documentation, which the server shows under /help.
package docs

import "embed"

// Pages are the pages in Markdown. index.md is the first one.
//
//go:embed *.md
var Pages embed.FS

// Pictures is the folder pictures with the screenshots of the pages. The
// browser test TestDocumentationPictures draws them.
//
//go:embed pictures
var Pictures embed.FS
