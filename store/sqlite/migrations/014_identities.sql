-- By what people are known to providers that they log in with. Before the first
-- time that is a mail address.
CREATE TABLE identities (
    issuer  TEXT    NOT NULL, -- the provider; empty for a mail address
    subject TEXT    NOT NULL, -- what the provider calls somebody, or the mail address, folded
    person  INTEGER NOT NULL REFERENCES people (id),
    created INTEGER NOT NULL, -- milliseconds since 1970, UTC
    PRIMARY KEY (issuer, subject)
) STRICT, WITHOUT ROWID;
CREATE INDEX identities_by_person ON identities (person);
