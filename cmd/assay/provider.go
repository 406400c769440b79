package main

import (
	"net/url"
	"os"
	"slices"
	"strings"

	"assay/api/rest"
	"assay/store"
)

// providerSecret is the variable of the environment that holds the secret of
// the server at the provider, where no file does.
const providerSecret = envPrefix + "OIDC_SECRET"

// checkProvider finds what cannot be of the provider that people log in with.
func (s settings) checkProvider(say func(key, format string, args ...any)) {
	if _, wrong := s.providerRoles(); wrong != "" {
		say("oidc_roles", "%q is no value of the claim with its role, such as judges=arbiter; they stand apart by commas", wrong)
	}
	if s.OIDCOthers != "" && !slices.Contains(store.Roles, store.Role(s.OIDCOthers)) {
		say("oidc_strangers", "%q is no role", s.OIDCOthers)
	}
	if s.OIDCIssuer == "" {
		return
	}
	u, err := url.Parse(s.OIDCIssuer)
	switch {
	case err != nil || u.Host == "" || u.RawQuery != "" || u.Fragment != "" || u.Scheme != "https" && u.Scheme != "http":
		say("oidc_issuer", "%q is no address of a provider, such as https://accounts.example", s.OIDCIssuer)
	case u.Scheme == "http" && u.Hostname() != "localhost" && u.Hostname() != "127.0.0.1":
		say("oidc_issuer", "%q is not encrypted: whoever is on the way could log in as anybody", s.OIDCIssuer)
	}
	if s.OIDCClient == "" {
		say("oidc_client", "a provider knows the server by a name")
	}
}

// providerRoles are the roles by the values of the claim that gives them, or
// the word that is none.
func (s settings) providerRoles() (roles map[string]store.Role, wrong string) {
	roles = map[string]store.Role{}
	for _, word := range words(s.OIDCRoles) {
		value, role, _ := strings.Cut(word, "=")
		if value == "" || !slices.Contains(store.Roles, store.Role(role)) {
			return nil, word
		}
		roles[value] = store.Role(role)
	}
	return roles, ""
}

// provider is the one that people log in with; its zero value where there is
// none.
func (s settings) provider(environ []string) (rest.Provider, error) {
	if s.OIDCIssuer == "" {
		return rest.Provider{}, nil
	}
	roles, _ := s.providerRoles()
	p := rest.Provider{
		Title: s.OIDCTitle, Issuer: s.OIDCIssuer, Client: s.OIDCClient, Scopes: words(s.OIDCScopes),
		NameClaim: s.OIDCName, RoleClaim: s.OIDCRole, Roles: roles, Strangers: store.Role(s.OIDCOthers),
		Secret: variable(environ, providerSecret),
	}
	if s.OIDCSecret != "" {
		text, err := os.ReadFile(s.OIDCSecret)
		if err != nil {
			return p, usage("oidc_secret_file", "%v", err)
		}
		p.Secret = strings.TrimSpace(string(text))
	}
	return p, nil
}
