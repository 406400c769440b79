//go:build unix

package external

import (
	"fmt"
	"os/exec"
	"syscall"
)

// command returns a command limited to that many megabytes of address space; 0
// means no limit. A shell sets the limit and executes the program.
func command(megabytes int, path string, args []string) *exec.Cmd {
	cmd := exec.Command(path, args...)
	if megabytes > 0 {
		script := fmt.Sprintf(`ulimit -v %d && exec "$0" "$@"`, megabytes*1024)
		cmd = exec.Command("/bin/sh", append([]string{"-c", script, path}, args...)...)
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return cmd
}

// end kills a program and its children.
func end(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
