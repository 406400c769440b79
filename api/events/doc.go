// Package events contains the use cases of events, what they require of
// submitted records, and which actions a submission allows.
package events
