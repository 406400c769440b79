package main

import (
	"cmp"
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"assay/api"
	"assay/api/events"
	"assay/api/records"
	"assay/store"
)

// ruleFlags are the flags of the command rule.
type ruleFlags struct {
	ply                          int
	ruling, move, reason, author string
	undo                         int64
	submission                   bool
}

func (p *program) rule() *cobra.Command {
	var f ruleFlags
	cmd := &cobra.Command{
		Use:   "rule GAME",
		Short: "Let an illegal ply stand, as an arbiter",
		Long: `Rule records an arbiter's ruling that an illegal ply of an archived game stands. It
applies to that ply and to the rule that the ply breaks. Verification then continues from
the position that was played. Rulings are kept with author, time and reason, also after
--undo. Without flags, rule lists the rulings on the game.

With --submission the number is that of a submitted record in the queue; its rulings are
archived with it when it is accepted. --undo then removes all of its rulings.`,
		Example: `  # Let ply 6 of game 1 stand although it breaks rule W-0.
  assay rule 1 --ply 6 --rule W-0 --reason "nobody noticed"
  # List the rulings on game 1, and undo the first.
  assay rule 1
  assay rule 1 --undo 1 --reason "the scoresheet was misread"`,
		Args: oneGame(),
		RunE: p.does(func(ctx context.Context, args []string) error {
			ids, err := gameIDs(args)
			if err != nil {
				return err
			}
			if f.submission && f.ply == 0 && f.undo == 0 {
				return usage("--ply", "name the ply of the submission that stands")
			}
			if f == (ruleFlags{}) {
				return p.withArchive(ctx, toRead, func(a *api.Archive) error { return p.rulings(ctx, a, ids[0]) })
			}
			switch {
			case f.undo != 0 && (f.ply != 0 || f.ruling != "" || f.move != ""):
				return usage("--undo", "cannot be combined with --ply, --rule or --move")
			case f.undo == 0 && f.ply < 1:
				return usage("--ply", "name the ply that stands")
			case f.undo == 0 && f.ruling == "":
				return usage("--rule", "name the rule that the ply breaks, as in the report")
			case f.reason == "":
				return usage("--reason", "state the reason for the ruling, or for undoing it")
			}
			if f.submission {
				return p.withArchive(ctx, toWrite,
					func(a *api.Archive) error { return f.ruleSubmission(ctx, p, a, ids[0]) })
			}
			return p.withArchive(ctx, toWrite, func(a *api.Archive) error { return f.rule(ctx, p, a, ids[0]) })
		}),
	}
	flags := cmd.Flags()
	flags.IntVar(&f.ply, "ply", 0, "`number` of the ply that stands")
	flags.StringVar(&f.ruling, "rule", "", "`ID` of the rule that the ply breaks, such as CSG-7")
	flags.StringVar(&f.move, "move", "", "the `move` that was played, if the record does not make it clear")
	flags.StringVar(&f.reason, "reason", "", "`reason` for the ruling")
	flags.StringVar(&f.author, "author", "", "`name` of the arbiter (default $USER)")
	flags.BoolVar(&f.submission, "submission", false, "rule on a submission instead of an archived game")
	flags.Var((*number)(&f.undo), "undo", "`number` of the ruling to undo")
	return cmd
}

// rule makes or undoes a ruling on a game.
func (f *ruleFlags) rule(ctx context.Context, p *program, a *api.Archive, game int64) error {
	author, err := p.author(f.author)
	if err != nil {
		return err
	}
	var done *records.Ruled
	if f.undo != 0 {
		done, err = a.RevokeRuling(ctx, game, f.undo, records.RevokeInput{Author: author, Reason: f.reason})
	} else {
		done, err = a.Rule(ctx, game,
			records.RulingInput{Author: author, Ply: f.ply, Ruling: f.ruling, Move: f.move, Reason: f.reason})
	}
	if err != nil {
		return blame(err)
	}
	return p.reverified(done, done.Report, fmt.Sprintf("ruling %d", done.Ruling.Number))
}

// ruleSubmission makes a ruling on a submitted record, or undoes all of them.
func (f *ruleFlags) ruleSubmission(ctx context.Context, p *program, a *api.Archive, id int64) error {
	author, err := p.author(f.author)
	if err != nil {
		return err
	}
	in := records.StepInput{
		Action: events.ActRule, Author: author, Reason: f.reason,
		Rulings: []records.SubmittedRuling{{Ply: f.ply, Ruling: f.ruling, Move: f.move}},
	}
	if f.undo != 0 {
		in.Action, in.Rulings = events.ActRevoke, nil
	}
	done, err := a.ActOnSubmission(ctx, id, store.AnyRevision, in)
	if err != nil {
		return blame(err)
	}
	return p.reverified(done, done.Report, fmt.Sprintf("submission %d, %s", id, done.State))
}

func (p *program) rulings(ctx context.Context, a *api.Archive, game int64) error {
	list, err := a.Rulings(ctx, game)
	if err != nil {
		return err
	}
	if p.json {
		return p.object(list)
	}
	return each(list.Rulings, func(r *records.RulingView) error {
		state := "stands"
		switch {
		case r.Lifted != nil:
			state = fmt.Sprintf("undone %s by %s, %s", r.Lifted.Format("2006-01-02"), r.Lifter,
				cmp.Or(r.Because, "no reason given"))
		case !r.Held:
			state = "without effect"
		}
		return p.print("%d %s ply %d, %s, %s %s: %s; %s", r.Number, r.Ruled.Format("2006-01-02"), r.Ply, r.Move, r.Rule,
			r.Arbiter, r.Reason, state)
	})
}
