package main

import (
	"cmp"
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"assay/api"
	"assay/store"
)

// ruleFlags are those of the command rule.
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
		Short: "Let a ply stand that breaks a rule, as the arbiter",
		Long: `Rule lets the ply of an archived game stand at which its record breaks a ruling,
that ply and that ruling only: the position is what was played there, and the
proof goes on from it. Who ruled, when and why is kept, also when --undo takes
a ruling back. Without flags it lists the rulings on the game.

With --submission the number is that of a record that waits in the queue: it is
archived with its rulings once it is accepted. There --undo takes all of them
back, whichever number it has.`,
		Args: oneGame(),
		RunE: p.does(func(ctx context.Context, args []string) error {
			ids, err := gameIDs(args)
			if err != nil {
				return err
			}
			if f.submission && f.ply == 0 && f.undo == 0 {
				return usage("--ply", "which ply of the submission stands?")
			}
			if f == (ruleFlags{}) {
				return p.withArchive(ctx, toRead, func(a *api.Archive) error { return p.rulings(ctx, a, ids[0]) })
			}
			switch {
			case f.undo != 0 && (f.ply != 0 || f.ruling != "" || f.move != ""):
				return usage("--undo", "what is taken back is the ruling of that number, and nothing else is ruled")
			case f.undo == 0 && f.ply < 1:
				return usage("--ply", "which ply stands?")
			case f.undo == 0 && f.ruling == "":
				return usage("--ruling", "which ruling does the ply break?")
			case f.reason == "":
				return usage("--reason", "why does it stand, or why not any more?")
			}
			if f.submission {
				return p.withArchive(ctx, toWrite, func(a *api.Archive) error { return f.ruleSubmission(ctx, p, a, ids[0]) })
			}
			return p.withArchive(ctx, toWrite, func(a *api.Archive) error { return f.rule(ctx, p, a, ids[0]) })
		}),
	}
	flags := cmd.Flags()
	flags.IntVar(&f.ply, "ply", 0, "`number` of the ply that stands")
	flags.StringVar(&f.ruling, "ruling", "", "`number` of the ruling that it breaks, such as CSG-7")
	flags.StringVar(&f.move, "move", "", "`move` that was made there, where the record leaves it open; as numbered lists or SAN write it")
	flags.StringVar(&f.reason, "reason", "", "`words` that say why")
	flags.StringVar(&f.author, "author", "", "`name` of the arbiter (default $USER)")
	flags.BoolVar(&f.submission, "submission", false, "the number is that of a submission")
	flags.Var((*number)(&f.undo), "undo", "`number` of a ruling that is taken back")
	return cmd
}

// rule rules on a game, or takes a ruling back.
func (f *ruleFlags) rule(ctx context.Context, p *program, a *api.Archive, game int64) error {
	author, err := p.author(f.author)
	if err != nil {
		return err
	}
	var done *api.Ruled
	if f.undo != 0 {
		done, err = a.LiftRuling(ctx, game, f.undo, api.LiftInput{Author: author, Reason: f.reason})
	} else {
		done, err = a.Rule(ctx, game, api.RulingInput{Author: author, Ply: f.ply, Ruling: f.ruling, Move: f.move, Reason: f.reason})
	}
	if err != nil {
		return blame(err)
	}
	return p.proved(done, done.Report, fmt.Sprintf("ruling %d", done.Ruling.Number))
}

// ruleSubmission rules on a record that waits, or takes the rulings on it back.
func (f *ruleFlags) ruleSubmission(ctx context.Context, p *program, a *api.Archive, id int64) error {
	author, err := p.author(f.author)
	if err != nil {
		return err
	}
	in := api.StepInput{
		Action: api.ActRule, Author: author, Reason: f.reason,
		Rulings: []api.SubmittedRuling{{Ply: f.ply, Ruling: f.ruling, Move: f.move}},
	}
	if f.undo != 0 {
		in.Action, in.Rulings = api.ActLift, nil
	}
	done, err := a.Step(ctx, id, store.AnyRevision, in)
	if err != nil {
		return blame(err)
	}
	return p.proved(done, done.Report, fmt.Sprintf("submission %d, %s", id, done.State))
}

func (p *program) rulings(ctx context.Context, a *api.Archive, game int64) error {
	list, err := a.Rulings(ctx, game)
	if err != nil {
		return err
	}
	if p.json {
		return p.object(list)
	}
	return each(list.Rulings, func(r *api.RulingView) error {
		state := "stands"
		switch {
		case r.Lifted != nil:
			state = fmt.Sprintf("taken back %s by %s, %s", r.Lifted.Format("2006-01-02"), r.Lifter, cmp.Or(r.Because, "for no reason"))
		case !r.Held:
			state = "without effect"
		}
		return p.print("%d %s ply %d, %s, %s %s: %s; %s", r.Number, r.Ruled.Format("2006-01-02"), r.Ply, r.Move, r.Rule, r.Arbiter, r.Reason, state)
	})
}
