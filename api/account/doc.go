// Package account contains the use cases about people and other systems: their
// accounts, credentials and webhooks, and the audit log.
package account
