//go:build !unix

package external

import "os/exec"

// command is that of a program, whose memory is not bounded here.
func command(_ int, path string, args []string) *exec.Cmd { return exec.Command(path, args...) }

// end kills a program.
func end(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
