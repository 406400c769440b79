// Package events contains the use cases of events: what they require of
// submitted records, which actions a submission allows, and standings.
package events
