package main

import (
	"context"
	"fmt"
	"os/user"
	"strings"

	"github.com/spf13/cobra"

	"assay/api"
	"assay/store"
)

// peopleFlags are those of the command people.
type peopleFlags struct {
	invite, link, bar, admit bool
	role, mail               string
}

func (p *program) people() *cobra.Command {
	var f peopleFlags
	cmd := &cobra.Command{
		Use:   "people [NAME]",
		Short: "Invite people, who then log in to the archive's server",
		Long: `People lists those who log in. With a name it says by --role what somebody may
do, bars (--bar) or admits (--admit) him, or makes a link by which he chooses a
password (--link). --invite adds somebody, and makes the link: the first is an
administrator. Where people log in with a provider (oidc_issuer in the
configuration), the link lets him do that too, and so does his --mail. Until
somebody was invited, nobody logs in, and the server lets whoever is at this
machine do all.

A reader reads; a contributor sends records and definitions and has games
analysed; an annotator writes annotations; an arbiter changes those of others,
deletes games, and publishes definitions; an administrator invites people.`,
		Args: wants(0, 1, "NAME", "name one at most"),
		RunE: p.does(func(ctx context.Context, args []string) error {
			if len(args) == 0 {
				if f != (peopleFlags{}) {
					return usage("NAME", "of whom?")
				}
				return p.withArchive(ctx, toRead, func(a *api.Archive) error { return p.listPeople(ctx, a) })
			}
			return p.withArchive(ctx, toWrite, func(a *api.Archive) error { return blame(f.change(ctx, p, a, args[0])) })
		}),
	}
	flags := cmd.Flags()
	flags.BoolVar(&f.invite, "invite", false, "add somebody, and make a link to choose a password by")
	flags.BoolVar(&f.link, "link", false, "make a link to choose another password by")
	flags.BoolVar(&f.bar, "bar", false, "end all sessions and tokens, and let him in no more")
	flags.BoolVar(&f.admit, "admit", false, "let somebody in again who was barred")
	flags.StringVar(&f.role, "role", "", "`role`: reader, contributor, annotator, arbiter or administrator")
	flags.StringVar(&f.mail, "mail", "", "`address` by which the provider knows whom --invite adds")
	cmd.MarkFlagsMutuallyExclusive("invite", "link", "bar", "admit")
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
		return p.print("nobody logs in: whoever is at this machine may do all")
	}
	return nil
}

func (p *program) person(v *api.PersonView) error {
	state := ""
	switch {
	case v.Barred:
		state = ", barred"
	case !v.Joined:
		state = ", invited"
	}
	return p.tell(v, "%s: %s%s", v.Name, v.Role, state)
}

// change does what the flags ask for.
func (f *peopleFlags) change(ctx context.Context, p *program, a *api.Archive, name string) error {
	role := store.Role(f.role)
	if f.mail != "" && !f.invite {
		return usage("--mail", "it is for somebody whom --invite adds")
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
		invited, err := a.Invite(ctx, api.PersonInput{Name: name, Role: role, Mail: f.mail})
		return p.invited(ctx, a, "invite", invited, err)
	}
	all, err := a.People(ctx)
	if err != nil {
		return err
	}
	var found *api.PersonView
	for i, v := range all.People {
		if store.PersonKey(v.Name) == store.PersonKey(name) {
			found = &all.People[i]
		}
	}
	if found == nil {
		return usage("NAME", "nobody has the name %s", name)
	}
	if f.link {
		invited, err := a.NewLink(ctx, found.ID)
		return p.invited(ctx, a, "link", invited, err)
	}
	var change api.PersonChange
	var what []string
	if role != "" {
		change.Role, what = &role, append(what, "role "+f.role)
	}
	if f.bar || f.admit {
		change.Barred, what = &f.bar, append(what, map[bool]string{true: "bar", false: "admit"}[f.bar])
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

// invited shows a link.
func (p *program) invited(ctx context.Context, a *api.Archive, what string, invited *api.Invitation, err error) error {
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
	return p.print("a password is chosen, until %s and once, on the server's page /join/%s", invited.Expires.Format("2006-01-02"), invited.Secret)
}

// audited writes in the audit log what was done on the command line.
func audited(ctx context.Context, a *api.Archive, what, whom string) error {
	from := "command line"
	if u, err := user.Current(); err == nil {
		from = fmt.Sprintf("command line of %s", u.Username)
	}
	return a.Audit(ctx, what, whom, from)
}
