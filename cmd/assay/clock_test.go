package main

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"assay/fixtures"
)

// clock is the clock of a running process, which the test sets.
type clock struct {
	memory *os.File
	ahead  int64 // address of the added seconds
}

// shifted is x86-64 code that reads the clock and adds seconds to the wall
// time.
var shifted = []byte{
	0xb8, 228, 0, 0, 0, // mov eax, clock_gettime
	0x0f, 0x05, // syscall
	0x85, 0xff, // test edi, edi
	0x75, 7, // jne ret
	0x48, 0x81, 0x06, 0, 0, 0, 0, // add qword [rsi], seconds
	0xc3, // ret
}

// clockOf replaces the clock of a process: the mapped function that reads the
// time jumps to code of the test.
func clockOf(t *testing.T, process int) *clock {
	t.Helper()
	maps, err := os.ReadFile(fmt.Sprintf("/proc/%d/maps", process))
	if err != nil {
		fixtures.Lacks(t, "the clock of a process cannot be set: %v", err)
	}
	var from, to int64
	for line := range strings.Lines(string(maps)) {
		if strings.HasSuffix(line, "[vdso]\n") {
			if _, err := fmt.Sscanf(line, "%x-%x", &from, &to); err != nil {
				t.Fatal(err)
			}
		}
	}
	memory, err := os.OpenFile(fmt.Sprintf("/proc/%d/mem", process), os.O_RDWR, 0)
	if err != nil {
		fixtures.Lacks(t, "the clock of a process cannot be set: %v", err)
	}
	t.Cleanup(func() { memory.Close() })
	image := make([]byte, to-from)
	if _, err := memory.ReadAt(image, from); err != nil {
		t.Fatal(err)
	}
	entry := entryOf(t, image)
	free := int64(len(image)) - 32
	if len(bytes.Trim(image[free:], "\x00")) > 0 {
		fixtures.Lacks(t, "there is no room in what the system maps")
	}
	jump := binary.LittleEndian.AppendUint32([]byte{0xe9}, uint32(free-entry-5))
	for _, part := range []struct {
		at   int64
		code []byte
	}{{free, shifted}, {entry, jump}} {
		if _, err := memory.WriteAt(part.code, from+part.at); err != nil {
			t.Fatal(err)
		}
	}
	return &clock{memory, from + free + 14}
}

// entryOf returns the offset of the function that reads the time in the mapped
// image.
func entryOf(t *testing.T, image []byte) int64 {
	t.Helper()
	f, err := elf.NewFile(bytes.NewReader(image))
	if err != nil {
		t.Fatal(err)
	}
	symbols, err := f.DynamicSymbols()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range symbols {
		if s.Name == "__vdso_clock_gettime" && f.Machine == elf.EM_X86_64 {
			return int64(s.Value)
		}
	}
	fixtures.Lacks(t, "the system tells the time in a way that is not known here")
	return 0
}

// Set sets the clock ahead by a duration, or back.
func (c *clock) Set(t *testing.T, ahead time.Duration) {
	t.Helper()
	if _, err := c.memory.WriteAt(binary.LittleEndian.AppendUint32(nil, uint32(int32(ahead.Seconds()))), c.ahead); err != nil {
		t.Fatal(err)
	}
}

// stopped suspends a process while f runs.
func stopped(t *testing.T, process *os.Process, f func()) {
	t.Helper()
	if err := process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	defer process.Signal(syscall.SIGCONT)
	f()
}
