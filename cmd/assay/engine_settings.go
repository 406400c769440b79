package main

import (
	"fmt"
	"time"

	"assay/analysis/engine/external"
)

// engineMemory is the default address space of an external engine in megabytes.
const engineMemory = 4096

// engineSettings are the settings of an external engine.
type engineSettings struct {
	Name      string         `mapstructure:"name"`
	Path      string         `mapstructure:"path"`
	Arguments []string       `mapstructure:"arguments"`
	Protocol  string         `mapstructure:"protocol"`
	Variants  []string       `mapstructure:"variants"`
	Options   map[string]any `mapstructure:"options"` // names in lower case
	Memory    *int           `mapstructure:"memory"`  // megabytes
	Time      time.Duration  `mapstructure:"time"`
}

func (s *engineSettings) config() external.Config {
	c := external.Config{Name: s.Name, Path: s.Path, Args: s.Arguments, Protocol: s.Protocol, Variants: s.Variants,
		Options: map[string]string{}, Memory: engineMemory, Time: s.Time}
	if s.Memory != nil {
		c.Memory = *s.Memory
	}
	for name, value := range s.Options {
		c.Options[name] = fmt.Sprint(value)
	}
	return c
}
