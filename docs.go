// Package assay has the documentation, which the server shows under /help.
package assay

import "embed"

// Docs are README.md, the pages of docs, and the files to which they link.
//
//go:embed README.md CHANGELOG.md CONTRIBUTING.md LICENSE docs/*.md
//go:embed config.yaml Dockerfile cmd/assay/packaging/*.service cmd/assay/packaging/*.timer
//go:embed cmd/assay/packaging/compose.yaml fixtures/pictures index/postgres/schema.sql
var Docs embed.FS
