package main

import (
	"context"
	"fmt"
	"os/user"
	"strings"

	"github.com/spf13/cobra"

	"assay/api"
	"assay/api/account"
	"assay/store"
)

// peopleFlags are the flags of the command people.
type peopleFlags struct {
	invite, link, suspend, reinstate bool
	role, mail                       string
}

func (p *program) people() *cobra.Command {
	var f peopleFlags
	cmd := &cobra.Command{
		Use:   "people [NAME]",
		Short: "Invite people and manage their access",
		Long: `People lists the people with access to the archive's server. With a NAME it invites
someone (--invite), changes their role (--role), suspends or reinstates them, or makes a
link with which they choose a new password (--link). The first person you invite becomes
an administrator; later ones are readers unless you name a role.

Until you invite someone, there is no log-in, and anyone using this computer has full access.

A reader reads. A contributor also sends records and definitions and requests analyses.
An annotator also annotates. An arbiter also manages events and submissions, corrects
and deletes games, makes rulings, edits other people's annotations, and publishes
definitions. An administrator also manages people.`,
		Example: `  # Invite an administrator, then an annotator.
  assay people Ada --invite
  assay people Ben --invite --role annotator
  # Make a link for a new password.
  assay people Ben --link
  # End all of Ben's sessions and lock him out; let him in again.
  assay people Ben --suspend
  assay people Ben --reinstate`,
		Args: wants(0, 1, "NAME", "name at most one"),
		RunE: p.does(func(ctx context.Context, args []string) error {
			if len(args) == 0 {
				if f != (peopleFlags{}) {
					return usage("NAME", "name the person")
				}
				return p.withArchive(ctx, toRead, func(a *api.Archive) error { return p.listPeople(ctx, a) })
			}
			return p.withArchive(ctx, toWrite,
				func(a *api.Archive) error { return blame(f.change(ctx, p, a, args[0])) })
		}),
	}
	flags := cmd.Flags()
	flags.BoolVar(&f.invite, "invite", false, "invite NAME, and make a link for choosing a password")
	flags.BoolVar(&f.link, "link", false, "make a link for choosing a new password")
	flags.BoolVar(&f.suspend, "suspend", false, "end all sessions and tokens of NAME, and refuse further log-ins")
	flags.BoolVar(&f.reinstate, "reinstate", false, "undo --suspend")
	flags.StringVar(&f.role, "role", "", "`role`: reader, contributor, annotator, arbiter or administrator")
	flags.StringVar(&f.mail, "mail", "", "with --invite: e-mail `address` of NAME at the log-in provider")
	cmd.MarkFlagsMutuallyExclusive("invite", "link", "suspend", "reinstate")
	cmd.MarkFlagsMutuallyExclusive("link", "role")
	return cmd
}

func (p *program) listPeople(ctx context.Context, a *api.Archive) error {
	all, err := a.People(ctx)
	if err != nil {
		return err
	}
	if err := each(all.People, p.person); err != nil {
		return err
	}
	if len(all.People) == 0 && !p.json {
		return p.print("nobody logs in: anyone using this computer has full access")
	}
	return nil
}

func (p *program) person(v *account.PersonView) error {
	state := ""
	switch {
	case v.Barred:
		state = ", suspended"
	case !v.Joined:
		state = ", invited"
	}
	return p.tell(v, "%s: %s%s", v.Name, v.Role, state)
}

// change invites or changes a person.
func (f *peopleFlags) change(ctx context.Context, p *program, a *api.Archive, name string) error {
	role := store.Role(f.role)
	if f.mail != "" && !f.invite {
		return usage("--mail", "requires --invite")
	}
	if f.invite {
		if role == "" {
			role = store.Reader
			if peopled, err := a.HasPeople(ctx); err != nil {
				return err
			} else if !peopled {
				role = store.Administrator
			}
		}
		invited, err := a.Invite(ctx, account.PersonInput{Name: name, Role: role, Mail: f.mail})
		return p.invited(ctx, a, "invite", invited, err)
	}
	all, err := a.People(ctx)
	if err != nil {
		return err
	}
	var found *account.PersonView
	for i, v := range all.People {
		if store.PersonKey(v.Name) == store.PersonKey(name) {
			found = &all.People[i]
		}
	}
	if found == nil {
		return usage("NAME", "no person has the name %s", name)
	}
	if f.link {
		invited, err := a.RenewInvitation(ctx, found.ID)
		return p.invited(ctx, a, "link", invited, err)
	}
	var change account.PersonChange
	var what []string
	if role != "" {
		change.Role, what = &role, append(what, "role "+f.role)
	}
	if f.suspend || f.reinstate {
		change.Barred, what = &f.suspend, append(what, map[bool]string{true: "suspend", false: "reinstate"}[f.suspend])
	}
	if what != nil {
		if found, err = a.ChangePerson(ctx, found.ID, change); err != nil {
			return err
		}
		if err := audited(ctx, a, strings.Join(what, ", "), found.Name); err != nil {
			return err
		}
	}
	return p.person(found)
}

// invited prints a link.
func (p *program) invited(ctx context.Context, a *api.Archive, what string, invited *account.Invitation,
	err error) error {
	if err != nil {
		return err
	}
	if err := audited(ctx, a, what, invited.Person.Name); err != nil {
		return err
	}
	if p.json {
		return p.object(invited)
	}
	if err := p.person(&invited.Person); err != nil {
		return err
	}
	return p.print("choose a password on the server's page /join/%s (valid once, until %s)",
		invited.Secret, invited.Expires.Format("2006-01-02"))
}

// audited adds an entry about the command line to the audit log.
func audited(ctx context.Context, a *api.Archive, what, whom string) error {
	from := "command line"
	if u, err := user.Current(); err == nil {
		from = fmt.Sprintf("command line of %s", u.Username)
	}
	return a.Audit(ctx, what, whom, from)
}
