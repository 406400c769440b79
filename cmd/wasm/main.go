//go:build js && wasm

// Command wasm is Assay for pages and for node: parser, rules, notations and
// drawings, compiled to WebAssembly. The script that starts it defines the
// function assayReady, which is called with the function that answers requests.
package main

import (
	"syscall/js"

	"assay/api/browser"
)

func main() {
	session := browser.NewSession()
	answer := js.FuncOf(func(_ js.Value, given []js.Value) any {
		var record []byte
		if len(given) > 2 {
			record = make([]byte, given[2].Length())
			js.CopyBytesToGo(record, given[2])
		}
		return string(session.Answer(given[0].String(), []byte(given[1].String()), record))
	})
	js.Global().Call("assayReady", answer)
	select {}
}
