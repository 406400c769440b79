package main

import (
	"net/url"
	"os"
	"slices"
	"strings"

	"assay/api/rest"
	"assay/store"
)

// providerSecret is the environment variable with the client secret. It is not
// used if a file contains the secret.
const providerSecret = envPrefix + "OIDC_SECRET"

// checkProvider reports invalid settings of the log-in provider.
func (s settings) checkProvider(say func(key, format string, args ...any)) {
	if _, wrong := s.providerRoles(); wrong != "" {
		say("oidc_roles", "%q: expected a comma-separated list of CLAIM=ROLE, such as judges=arbiter", wrong)
	}
	if s.OIDCOthers != "" && !slices.Contains(store.Roles, store.Role(s.OIDCOthers)) {
		say("oidc_strangers", "unknown role %q", s.OIDCOthers)
	}
	if s.OIDCIssuer == "" {
		return
	}
	u, err := url.Parse(s.OIDCIssuer)
	switch {
	case err != nil || u.Host == "" || u.RawQuery != "" || u.Fragment != "" || u.Scheme != "https" &&
		u.Scheme != "http":
		say("oidc_issuer", "%q is not a provider's URL, such as https://accounts.example", s.OIDCIssuer)
	case u.Scheme == "http" && u.Hostname() != "localhost" && u.Hostname() != "127.0.0.1":
		say("oidc_issuer", "%q is not encrypted; use https, because others on the network could log in as anyone",
			s.OIDCIssuer)
	}
	if s.OIDCClient == "" {
		say("oidc_client", "required with oidc_issuer: the server's client ID at the provider")
	}
}

// providerRoles returns the roles by claim value, or the first invalid word.
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

// provider returns the log-in provider, zero for none.
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
