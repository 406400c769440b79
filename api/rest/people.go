package rest

import (
	"context"
	"net/http"

	"github.com/gin-gonic/gin"

	"assay/api/account"
	"assay/api/players"
	"assay/api/request"
	"assay/store"
)

// Attempts per minute to enter a password, for a client and for a name at one
// client. Attempts of other clients do not count, so that nobody can lock out
// another person.
const (
	triesOfClient = 60
	triesOfName   = 10
)

// personParameters identify a person.
type personParameters struct{ id int64 }

func (p *personParameters) Parameters() []*Parameter {
	return []*Parameter{Number("id", &p.id, "number of the person").From(1).InPath()}
}

// tokenParameters identify a token.
type tokenParameters struct{ id int64 }

func (p *tokenParameters) Parameters() []*Parameter {
	return []*Parameter{Number("id", &p.id, "number of the token").From(1).InPath()}
}

func (s *Server) getPerson(ctx context.Context, p *personParameters) (*account.PersonView, error) {
	all, err := s.archive.People(ctx)
	if err != nil {
		return nil, err
	}
	for i := range all.People {
		if all.People[i].ID == p.id {
			return &all.People[i], nil
		}
	}
	return nil, store.ErrNoPerson
}

func (s *Server) getToken(ctx context.Context, p *tokenParameters) (*account.TokenView, error) {
	all, err := s.archive.Tokens(ctx)
	if err != nil {
		return nil, err
	}
	for i := range all.Tokens {
		if all.Tokens[i].ID == p.id {
			return &all.Tokens[i], nil
		}
	}
	return nil, store.ErrNoCredential
}

// credentials are a name and its password.
type credentials struct {
	Name     string `json:"name"`
	Password string `json:"password"`
}

// acceptance is the password chosen by an invitation link.
type acceptance struct {
	Link     string `json:"link"`
	Password string `json:"password"`
}

// passwordChange replaces a password.
type passwordChange struct {
	Old      string `json:"old"`
	Password string `json:"password"`
}

// callerView is the caller with the linked player.
type callerView struct {
	account.CallerView
	Player *players.Claim `json:"player"` // null without a claim
}

func (s *Server) me(ctx context.Context) (*callerView, error) {
	claim, err := s.archive.Players.Claim(ctx)
	return &callerView{account.ViewCaller(ctx), claim}, err
}

func (s *Server) claimPlayer(c *gin.Context, _ *noParameters, in *players.ClaimInput) error {
	v, err := s.archive.Players.ClaimPlayer(c.Request.Context(), *in)
	return replyOr(c, v, err)
}

func (s *Server) unclaimPlayer(c *gin.Context, _ *noParameters) error {
	return replyNoContent(c, s.archive.Players.Unclaim(c.Request.Context()))
}

func (s *Server) listClaims(ctx context.Context, p *wholeParameters) (*players.ClaimPage, error) {
	v, err := s.archive.Players.Claims(ctx)
	if err != nil {
		return nil, err
	}
	v.Claims, v.Paged, err = page(p, v.Claims, func(i int) int64 { return v.Claims[i].Person })
	return v, err
}

func (s *Server) decideClaim(c *gin.Context, _ *noParameters, in *players.ClaimDecision) error {
	v, err := s.archive.Players.DecideClaim(c.Request.Context(), *in)
	return replyOr(c, v, err)
}

// startSession sets the session cookie and returns the caller.
func (s *Server) startSession(c *gin.Context, session string) error {
	caller, err := s.archive.Authenticate(c.Request.Context(), store.Session, session)
	if err != nil {
		return err
	}
	s.setSession(c, session)
	ctx := request.WithCaller(c.Request.Context(), caller)
	c.Request = c.Request.WithContext(ctx)
	v, err := s.me(ctx)
	return replyOr(c, v, err)
}

// enterHashing counts the attempt, and waits for a slot to hash a password,
// which takes memory and time.
func (s *Server) enterHashing(c *gin.Context, tried ...string) error {
	if err := s.countTry(c, "client "+clientKey(c), s.triesPerClient); err != nil {
		return err
	}
	for _, name := range tried {
		if err := s.countTry(c, "name "+name+"\n"+clientKey(c), s.triesPerName); err != nil {
			return err
		}
	}
	return enter(c, s.hashes)
}

// countTry counts an attempt and allows limit of them per minute. The error may
// be a [*RateError].
func (s *Server) countTry(c *gin.Context, who string, limit int) error {
	wait, err := s.archive.CountAttempt(c.Request.Context(), who, limit)
	if err == nil && wait > 0 {
		err = &RateError{Limit: limit, Wait: wait}
	}
	return err
}

func (s *Server) logIn(c *gin.Context, _ *noParameters, in *credentials) error {
	if err := s.enterHashing(c, store.PersonKey(in.Name)); err != nil {
		return err
	}
	session, err := s.archive.LogIn(c.Request.Context(), in.Name, in.Password)
	if err != nil {
		return err
	}
	return s.startSession(c, session)
}

func (s *Server) logOut(c *gin.Context, _ *noParameters) error {
	if err := s.archive.LogOut(c.Request.Context()); err != nil {
		return err
	}
	s.setSession(c, "")
	return replyNoContent(c, nil)
}

func (s *Server) join(c *gin.Context, _ *noParameters, in *acceptance) error {
	if err := s.enterHashing(c); err != nil {
		return err
	}
	session, err := s.archive.AcceptInvitation(c.Request.Context(), in.Link, in.Password)
	if err != nil {
		return err
	}
	return s.startSession(c, session)
}

func (s *Server) changePassword(c *gin.Context, _ *noParameters, in *passwordChange) error {
	if err := s.enterHashing(c); err != nil {
		return err
	}
	session, err := s.archive.ChangePassword(c.Request.Context(), in.Old, in.Password)
	if err != nil {
		return err
	}
	return s.startSession(c, session)
}

func (s *Server) invite(c *gin.Context, _ *noParameters, in *account.PersonInput) error {
	invited, err := s.archive.Invite(c.Request.Context(), *in)
	return replyInvitation(c, invited, err)
}

// replyInvitation returns a link; only its recipient may store it.
func replyInvitation(c *gin.Context, invited *account.Invitation, err error) error {
	if err != nil {
		return err
	}
	c.Header("Cache-Control", "no-store")
	return replyCreated(c, invited, "/people/%d", invited.Person.ID)
}

func (s *Server) changePerson(c *gin.Context, p *personParameters, in *account.PersonChange) error {
	v, err := s.archive.ChangePerson(c.Request.Context(), p.id, *in)
	return replyOr(c, v, err)
}

func (s *Server) newLink(c *gin.Context, p *personParameters) error {
	invited, err := s.archive.RenewInvitation(c.Request.Context(), p.id)
	return replyInvitation(c, invited, err)
}

func (s *Server) newToken(c *gin.Context, _ *noParameters, in *account.TokenInput) error {
	v, err := s.archive.NewToken(c.Request.Context(), *in)
	if err != nil {
		return err
	}
	c.Header("Cache-Control", "no-store")
	return reply(c, http.StatusCreated, v)
}

func (s *Server) revokeToken(c *gin.Context, p *tokenParameters) error {
	return replyNoContent(c, s.archive.RevokeToken(c.Request.Context(), p.id))
}

func (s *Server) listAudit(ctx context.Context, p *newestParameters) (*account.AuditPage, error) {
	return s.archive.AuditLog(ctx, p.cursor, p.limit)
}

func (s *Server) listPeople(ctx context.Context, p *wholeParameters) (*account.PeopleView, error) {
	v, err := s.archive.People(ctx)
	if err != nil {
		return nil, err
	}
	v.People, v.Paged, err = page(p, v.People, func(i int) int64 { return v.People[i].ID })
	return v, err
}

func (s *Server) listTokens(ctx context.Context, p *wholeParameters) (*account.TokensView, error) {
	v, err := s.archive.Tokens(ctx)
	if err != nil {
		return nil, err
	}
	v.Tokens, v.Paged, err = page(p, v.Tokens, func(i int) int64 { return v.Tokens[i].ID })
	return v, err
}
