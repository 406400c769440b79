package external

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

const (
	maxLine   = 1 << 20  // longest line of a program, in bytes
	maxOutput = 16 << 20 // longest output of one answer, in bytes
	maxLast   = 2 << 10  // bytes of standard error that are kept
)

// process is a running program.
type process struct {
	cmd       *exec.Cmd
	in        *os.File    // its standard input
	out       *os.File    // its standard output
	lines     chan string // its output; closed at its end
	readError error       // the read error, after lines is closed
	last      tail
	stop      chan struct{}
	ended     chan struct{} // closed when the program has ended
}

// run starts a program, with the program's folder as its working folder.
func run(c *Config) (*process, error) {
	path, err := exec.LookPath(c.Path)
	if err == nil {
		path, err = filepath.Abs(path)
	}
	if err != nil {
		return nil, err
	}
	theirIn, in, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	out, theirOut, err := os.Pipe()
	if err != nil {
		theirIn.Close()
		in.Close()
		return nil, err
	}
	p := &process{in: in, out: out, lines: make(chan string), stop: make(chan struct{}), ended: make(chan struct{})}
	p.cmd = command(c.Memory, path, c.Args)
	p.cmd.Dir, p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = filepath.Dir(path), theirIn, theirOut, &p.last
	p.cmd.WaitDelay = time.Second // for child processes that outlive it
	err = p.cmd.Start()
	theirIn.Close()
	theirOut.Close()
	if err != nil {
		in.Close()
		out.Close()
		return nil, err
	}
	go p.read()
	go func() {
		_ = p.cmd.Wait()
		close(p.ended)
	}()
	return p, nil
}

// read forwards the program's output.
func (p *process) read() {
	defer close(p.lines)
	scan := bufio.NewScanner(p.out)
	scan.Buffer(make([]byte, 0, 4<<10), maxLine)
	for scan.Scan() {
		select {
		case p.lines <- scan.Text():
		case <-p.stop:
			return
		}
	}
	if p.readError = scan.Err(); p.readError == nil {
		p.readError = io.EOF
	}
}

// send writes a line and fails if the program does not read it in time.
func (p *process) send(line string, within time.Duration) error {
	if err := p.in.SetWriteDeadline(time.Now().Add(within)); err != nil {
		return err
	}
	_, err := io.WriteString(p.in, line+"\n")
	return err
}

// kill kills the program and waits for its end.
func (p *process) kill() {
	select {
	case <-p.ended:
	default:
		end(p.cmd)
	}
	close(p.stop)
	p.in.Close()
	p.out.Close()
	<-p.ended
}

// quit asks the program to end and kills it after a time.
func (p *process) quit(within time.Duration) {
	if p.send("quit", within) == nil {
		p.in.Close()
		late := time.NewTimer(within)
		defer late.Stop()
		for lines := p.lines; ; {
			select {
			case _, more := <-lines:
				if !more {
					lines = nil
				}
				continue
			case <-p.ended:
			case <-late.C:
			}
			break
		}
	}
	p.kill()
}

// exitReason returns why a program stopped writing.
func (p *process) exitReason() (detail string, fault error) {
	if errors.Is(p.readError, bufio.ErrTooLong) {
		return "", errFlood
	}
	select {
	case <-p.ended:
		return strings.Trim(p.cmd.ProcessState.String()+": "+p.last.String(), ": "), errCrashed
	case <-time.After(time.Second): // it only closed its output
		return p.last.String(), errCrashed
	}
}

// tail keeps the last bytes that were written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

func (l *tail) Write(text []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text = append(l.text, text...)
	l.text = bytes.Clone(l.text[max(0, len(l.text)-maxLast):])
	return len(text), nil
}

// String returns the last line.
func (l *tail) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	text := strings.TrimSpace(strings.ToValidUTF8(string(l.text), "\uFFFD"))
	return strings.TrimSpace(text[strings.LastIndexByte(text, '\n')+1:])
}
