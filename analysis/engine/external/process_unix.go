//go:build unix

package external

import (
	"fmt"
	"os/exec"
	"syscall"
)

// command is that of a program which may take so many megabytes of address
// space, 0 for any: the shell sets the bound, and becomes the program.
func command(megabytes int, path string, args []string) *exec.Cmd {
	cmd := exec.Command(path, args...)
	if megabytes > 0 {
		script := fmt.Sprintf(`ulimit -v %d && exec "$0" "$@"`, megabytes*1024)
		cmd = exec.Command("/bin/sh", append([]string{"-c", script, path}, args...)...)
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return cmd
}

// end kills a program with all that it started.
func end(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
