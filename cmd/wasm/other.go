//go:build !(js && wasm)

package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, `This program runs in a page or in node. Build its package with "cmd/wasm/pack FOLDER".`)
	os.Exit(2)
}
