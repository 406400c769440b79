package rest

import (
	"context"
	"net/http"

	"github.com/gin-gonic/gin"

	"assay/api"
	"assay/store"
)

// How many times a minute an address may try passwords, and that of one name.
// Tries from elsewhere do not count, so that nobody can lock out a person.
const (
	triesOfClient = 60
	triesOfName   = 10
)

// personParameters are those of a call on somebody.
type personParameters struct{ id int64 }

func (p *personParameters) Parameters() []*Parameter {
	return []*Parameter{Number("id", &p.id, "number of a person").From(1).InPath()}
}

// tokenParameters are those of a call on a token.
type tokenParameters struct{ id int64 }

func (p *tokenParameters) Parameters() []*Parameter {
	return []*Parameter{Number("id", &p.id, "number of a token").From(1).InPath()}
}

// beforeParameters are those of a page of what is listed from the last one on.
type beforeParameters struct {
	before int64
	limit  int
}

func (p *beforeParameters) Parameters() []*Parameter {
	return []*Parameter{
		Number("before", &p.before, "next of the page before").From(0).Usually(0),
		Number("limit", &p.limit, "how many on a page").From(1).To(api.MaxLimit).Usually(api.DefaultLimit),
	}
}

// credentials are what somebody logs in with.
type credentials struct {
	Name     string `json:"name"`
	Password string `json:"password"`
}

// acceptance is the password that somebody chooses who was sent a link.
type acceptance struct {
	Link     string `json:"link"`
	Password string `json:"password"`
}

// passwordChange is a password in the place of another.
type passwordChange struct {
	Old      string `json:"old"`
	Password string `json:"password"`
}

func me(ctx context.Context) (api.CallerView, error) { return api.WhoAsks(ctx), nil }

// begin lets a browser in, and answers with who that is.
func (s *Server) begin(c *gin.Context, session string) error {
	caller, err := s.archive.Identify(c.Request.Context(), store.Session, session)
	if err != nil {
		return err
	}
	s.setSession(c, session)
	ctx := api.WithCaller(c.Request.Context(), caller)
	c.Request = c.Request.WithContext(ctx)
	return reply(c, http.StatusOK, api.WhoAsks(ctx))
}

// hashing waits for a slot in which a password may be hashed, which takes
// memory and time.
func (s *Server) hashing(c *gin.Context, tried ...string) error {
	if err := s.try(c, "client "+clientOf(c), s.tries); err != nil {
		return err
	}
	for _, name := range tried {
		if err := s.try(c, "name "+name+"\n"+clientOf(c), s.named); err != nil {
			return err
		}
	}
	return enter(c, s.hashes)
}

// try counts a try that may be made so many times a minute. The error may be a
// [*RateError].
func (s *Server) try(c *gin.Context, who string, limit int) error {
	wait, err := s.archive.CountTry(c.Request.Context(), who, limit)
	if err == nil && wait > 0 {
		err = &RateError{Limit: limit, Wait: wait}
	}
	return err
}

func (s *Server) logIn(c *gin.Context, _ *noParameters, in *credentials) error {
	if err := s.hashing(c, store.PersonKey(in.Name)); err != nil {
		return err
	}
	session, err := s.archive.LogIn(c.Request.Context(), in.Name, in.Password)
	if err != nil {
		return err
	}
	return s.begin(c, session)
}

func (s *Server) logOut(c *gin.Context, _ *noParameters) error {
	if err := s.archive.LogOut(c.Request.Context()); err != nil {
		return err
	}
	s.setSession(c, "")
	return noBody(c, nil)
}

func (s *Server) join(c *gin.Context, _ *noParameters, in *acceptance) error {
	if err := s.hashing(c); err != nil {
		return err
	}
	session, err := s.archive.Join(c.Request.Context(), in.Link, in.Password)
	if err != nil {
		return err
	}
	return s.begin(c, session)
}

func (s *Server) changePassword(c *gin.Context, _ *noParameters, in *passwordChange) error {
	if err := s.hashing(c); err != nil {
		return err
	}
	session, err := s.archive.ChangePassword(c.Request.Context(), in.Old, in.Password)
	if err != nil {
		return err
	}
	return s.begin(c, session)
}

func (s *Server) invite(c *gin.Context, _ *noParameters, in *api.PersonInput) error {
	invited, err := s.archive.Invite(c.Request.Context(), *in)
	return replyInvitation(c, invited, err)
}

// replyInvitation answers with a link, which nobody is to keep but whom it is
// for.
func replyInvitation(c *gin.Context, invited *api.Invitation, err error) error {
	if err != nil {
		return err
	}
	c.Header("Cache-Control", "no-store")
	return replyMade(c, invited, "/people/%d", invited.Person.ID)
}

func (s *Server) changePerson(c *gin.Context, p *personParameters, in *api.PersonChange) error {
	v, err := s.archive.ChangePerson(c.Request.Context(), p.id, *in)
	return replyOr(c, v, err)
}

func (s *Server) newLink(c *gin.Context, p *personParameters) error {
	invited, err := s.archive.NewLink(c.Request.Context(), p.id)
	return replyInvitation(c, invited, err)
}

func (s *Server) newToken(c *gin.Context, _ *noParameters, in *api.TokenInput) error {
	v, err := s.archive.NewToken(c.Request.Context(), *in)
	if err != nil {
		return err
	}
	c.Header("Cache-Control", "no-store")
	return reply(c, http.StatusCreated, v)
}

func (s *Server) endToken(c *gin.Context, p *tokenParameters) error {
	return noBody(c, s.archive.EndToken(c.Request.Context(), p.id))
}

func (s *Server) listDeeds(ctx context.Context, p *beforeParameters) (*api.DeedPage, error) {
	return s.archive.Deeds(ctx, p.before, p.limit)
}
