package api

import (
	"fmt"
	"slices"

	"assay/store"
)

// Action is what somebody does with a submission.
type Action string

// The actions.
const (
	ActSubmit  Action = "submit"  // sends it in: the first step of each
	ActComment Action = "comment" // says something about it
	ActAssign  Action = "assign"  // says who answers it, until when, and of which event it is
	ActReturn  Action = "return"  // asks the submitter for another text
	ActRepair  Action = "repair"  // gives it another text
	ActRule    Action = "rule"    // lets plies stand at which its record breaks a rule
	ActLift    Action = "lift"    // takes the rulings back
	ActAccept  Action = "accept"  // archives it
	ActRefuse  Action = "refuse"  // does not
	ActAppeal  Action = "appeal"  // objects, once, to its having been returned or refused
	ActReopen  Action = "reopen"  // takes a refusal back
)

// Actions are all that can be done with a submission that is there.
var Actions = []Action{ActComment, ActAssign, ActReturn, ActRepair, ActRule, ActLift, ActAccept, ActRefuse, ActAppeal, ActReopen}

// party is who does something with a submission.
type party uint8

const (
	submitters party = 1 << iota // who sent it
	arbiters                     // who may arbitrate
)

// waitingStates are those of submissions that are neither accepted nor refused.
var waitingStates = []store.SubmissionState{store.SubmissionNew, store.SubmissionReturned, store.SubmissionRepaired, store.SubmissionRuled}

// transitions is all that can become of a submission: in which states, by whom,
// and to which state; "" leaves it as it is. What is not here is refused.
var transitions = []struct {
	action Action
	by     party
	from   []store.SubmissionState
	to     store.SubmissionState
	reason bool // has to be given
	once   bool // for each submission
}{
	{ActComment, submitters | arbiters, store.SubmissionStates, "", true, false},
	{ActAssign, arbiters, waitingStates, "", false, false},
	{ActReturn, arbiters, []store.SubmissionState{store.SubmissionNew, store.SubmissionRepaired, store.SubmissionRuled}, store.SubmissionReturned, true, false},
	{ActRepair, submitters, []store.SubmissionState{store.SubmissionReturned}, store.SubmissionRepaired, false, false},
	{ActRepair, arbiters, waitingStates, store.SubmissionRepaired, false, false},
	{ActRule, arbiters, waitingStates, store.SubmissionRuled, true, false},
	{ActLift, arbiters, []store.SubmissionState{store.SubmissionRuled}, store.SubmissionNew, true, false},
	{ActAccept, arbiters, waitingStates, store.SubmissionAccepted, false, false},
	{ActRefuse, arbiters, waitingStates, store.SubmissionRefused, true, false},
	{ActAppeal, submitters, []store.SubmissionState{store.SubmissionReturned, store.SubmissionRefused}, store.SubmissionNew, true, true},
	{ActReopen, arbiters, []store.SubmissionState{store.SubmissionRefused}, store.SubmissionNew, true, false},
}

// Reasoned reports whether it takes a reason.
func (a Action) Reasoned() bool {
	for _, t := range transitions {
		if t.action == a {
			return t.reason
		}
	}
	return false
}

// TransitionError says that a submission is not in a state for an action.
type TransitionError struct {
	Submission int64
	Action     Action
	State      store.SubmissionState
	Appealed   bool // it was appealed before, which is done once
}

func (e *TransitionError) Error() string {
	if e.Appealed {
		return fmt.Sprintf("submission %d was appealed before, and is not a second time", e.Submission)
	}
	return fmt.Sprintf("submission %d is %s: %s is not possible now", e.Submission, e.State, e.Action)
}

// parties are what the caller is to a submission.
func parties(c Caller, s *store.Submission) (is party) {
	if c.May(Arbitrate) {
		is |= arbiters
	}
	if c.May(Contribute) && (c.Name == "" || c.Name == s.Person) {
		is |= submitters
	}
	return is
}

// step is the state that an action leads to, and whether it takes a reason. The
// error is a [*TransitionError], or a [*DeniedError] where somebody else could
// do it.
func step(c Caller, s *store.Submission, action Action) (to store.SubmissionState, reason bool, err error) {
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
	if others && !c.May(Arbitrate) {
		return "", false, c.Need(Arbitrate)
	}
	return "", false, &TransitionError{Submission: s.ID, Action: action, State: s.State}
}

// possible are the actions that the caller can do now.
func possible(c Caller, s *store.Submission) []Action {
	all := []Action{}
	for _, action := range Actions {
		if _, _, err := step(c, s, action); err == nil {
			all = append(all, action)
		}
	}
	return all
}
