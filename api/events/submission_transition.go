package events

import (
	"fmt"
	"slices"

	"assay/api/request"
	"assay/store"
)

// Action is an action on a submission.
type Action string

// The actions.
const (
	ActSubmit  Action = "submit"  // submits it: the first step of each
	ActComment Action = "comment" // adds a comment
	ActAssign  Action = "assign"  // sets assignee, deadline and event
	ActReturn  Action = "return"  // asks the submitter for a correction
	ActRepair  Action = "repair"  // replaces its text
	ActRule    Action = "rule"    // overrules plies at which its record breaks a rule
	ActRevoke  Action = "lift"    // revokes the rulings
	ActAccept  Action = "accept"  // archives it
	ActRefuse  Action = "refuse"  // rejects it
	ActAppeal  Action = "appeal"  // objects, once, to its return or refusal
	ActReopen  Action = "reopen"  // revokes a refusal
)

// Actions are all actions on an existing submission.
var Actions = []Action{ActComment, ActAssign, ActReturn, ActRepair, ActRule, ActRevoke, ActAccept, ActRefuse, ActAppeal,
	ActReopen}

// party is a set of roles with respect to a submission.
type party uint8

const (
	submitters party = 1 << iota // the person who submitted it
	arbiters                     // people who may arbitrate
)

// WaitingStates are the states before acceptance or refusal.
var WaitingStates = []store.SubmissionState{store.SubmissionNew, store.SubmissionReturned, store.SubmissionRepaired,
	store.SubmissionRuled}

// transitions lists the allowed actions: in which states and by whom they are
// allowed, and to which state they lead. "" keeps the state.
var transitions = []struct {
	action Action
	by     party
	from   []store.SubmissionState
	to     store.SubmissionState
	reason bool // required
	once   bool // per submission
}{
	{ActComment, submitters | arbiters, store.SubmissionStates, "", true, false},
	{ActAssign, arbiters, WaitingStates, "", false, false},
	{ActReturn, arbiters, []store.SubmissionState{store.SubmissionNew, store.SubmissionRepaired, store.SubmissionRuled},
		store.SubmissionReturned, true, false},
	{ActRepair, submitters, []store.SubmissionState{store.SubmissionReturned}, store.SubmissionRepaired, false, false},
	{ActRepair, arbiters, WaitingStates, store.SubmissionRepaired, false, false},
	{ActRule, arbiters, WaitingStates, store.SubmissionRuled, true, false},
	{ActRevoke, arbiters, []store.SubmissionState{store.SubmissionRuled}, store.SubmissionNew, true, false},
	{ActAccept, arbiters, WaitingStates, store.SubmissionAccepted, false, false},
	{ActRefuse, arbiters, WaitingStates, store.SubmissionRefused, true, false},
	{ActAppeal, submitters, []store.SubmissionState{store.SubmissionReturned, store.SubmissionRefused},
		store.SubmissionNew, true, true},
	{ActReopen, arbiters, []store.SubmissionState{store.SubmissionRefused}, store.SubmissionNew, true, false},
}

// Reasoned reports whether the action takes a reason.
func (a Action) Reasoned() bool {
	for _, t := range transitions {
		if t.action == a {
			return t.reason
		}
	}
	return false
}

// TransitionError reports that an action is not possible in a submission's
// state.
type TransitionError struct {
	Submission int64
	Action     Action
	State      store.SubmissionState
	Appealed   bool // it was appealed before; only one appeal is possible
}

func (e *TransitionError) Error() string {
	if e.Appealed {
		return fmt.Sprintf("submission %d was appealed before; it can be appealed only once", e.Submission)
	}
	return fmt.Sprintf("submission %d is %s; the action %s is not possible in this state", e.Submission, e.State,
		e.Action)
}

// parties returns the caller's roles towards a submission.
func parties(c request.Caller, s *store.Submission) (roles party) {
	if c.May(request.Arbitrate) {
		roles |= arbiters
	}
	if c.May(request.Contribute) && (c.Name == "" || c.Name == s.Person) {
		roles |= submitters
	}
	return roles
}

// IsParty reports whether a caller takes part in a submission.
func IsParty(c request.Caller, s *store.Submission) bool { return parties(c, s) != 0 }

// NextState returns the state after an action, and whether the action needs a
// reason. The error is a [*TransitionError], or a [*request.DeniedError] if
// only other people may perform the action.
func NextState(c request.Caller, s *store.Submission, action Action) (to store.SubmissionState, reason bool,
	err error) {
	others := false
	for _, t := range transitions {
		switch {
		case t.action != action || !slices.Contains(t.from, s.State):
		case t.by&parties(c, s) == 0:
			others = true
		case t.once && s.Appealed:
			return "", false, &TransitionError{Submission: s.ID, Action: action, State: s.State, Appealed: true}
		case t.to == "":
			return s.State, t.reason, nil
		default:
			return t.to, t.reason, nil
		}
	}
	if others && !c.May(request.Arbitrate) {
		return "", false, c.Need(request.Arbitrate)
	}
	return "", false, &TransitionError{Submission: s.ID, Action: action, State: s.State}
}

// PossibleActions returns the actions that the caller may perform now.
func PossibleActions(c request.Caller, s *store.Submission) []Action {
	actions := []Action{}
	for _, action := range Actions {
		if _, _, err := NextState(c, s, action); err == nil {
			actions = append(actions, action)
		}
	}
	return actions
}
