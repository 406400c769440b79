-- By what people are known to providers that they log in with. Before the first
-- time that is a mail address.
CREATE TABLE identities (
    issuer  text   COLLATE "C" NOT NULL, -- the provider; empty for a mail address
    subject text   COLLATE "C" NOT NULL, -- what the provider calls somebody, or the mail address, folded
    person  bigint NOT NULL REFERENCES people (id),
    created bigint NOT NULL, -- milliseconds since 1970, UTC
    PRIMARY KEY (issuer, subject)
);
CREATE INDEX identities_by_person ON identities (person);
