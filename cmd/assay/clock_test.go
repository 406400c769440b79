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

// clock is that of a running process, which the test sets.
type clock struct {
	memory *os.File
	ahead  int64 // the address of the seconds by which it goes ahead
}

// shifted is code of x86-64 that asks the system for the time, and adds seconds
// to that of day.
var shifted = []byte{
	0xb8, 228, 0, 0, 0, // mov eax, clock_gettime
	0x0f, 0x05, // syscall
	0x85, 0xff, // test edi, edi
	0x75, 7, // jne ret
	0x48, 0x81, 0x06, 0, 0, 0, 0, // add qword [rsi], seconds
	0xc3, // ret
}

// clockOf takes hold of the clock of a process: what the system maps into each
// for reading the time is led to code of the test's.
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

// entryOf finds what tells the time in what the system maps.
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

// Set has the clock go ahead by a time, or behind.
func (c *clock) Set(t *testing.T, ahead time.Duration) {
	t.Helper()
	if _, err := c.memory.WriteAt(binary.LittleEndian.AppendUint32(nil, uint32(int32(ahead.Seconds()))), c.ahead); err != nil {
		t.Fatal(err)
	}
}

// stopped has a process stand still while f runs.
func stopped(t *testing.T, process *os.Process, f func()) {
	t.Helper()
	if err := process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	defer process.Signal(syscall.SIGCONT)
	f()
}
