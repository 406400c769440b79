package main

import (
	"encoding/json"
	"os"

	"assay/analysis"
	"assay/api/records"
)

// faultList is a file with one JSON object per line for each imported record
// that is not legal. Lines are appended, so that a continued import keeps the
// earlier ones.
type faultList struct {
	file *os.File // nil if not requested
}

func openFaultList(path string) (*faultList, error) {
	if path == "" {
		return &faultList{}, nil
	}
	const readable = 0o644
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, readable)
	if err != nil {
		return nil, usage("--report", "%v", err)
	}
	return &faultList{file}, nil
}

func (l *faultList) add(i *records.Imported) error {
	if l.file == nil || i.Verdict == analysis.Legal {
		return nil
	}
	line, err := json.Marshal(i)
	if err != nil {
		return err
	}
	_, err = l.file.Write(append(line, '\n'))
	return err
}

func (l *faultList) close() error {
	if l.file == nil {
		return nil
	}
	return l.file.Close()
}
