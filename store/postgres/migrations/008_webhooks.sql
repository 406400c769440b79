-- Addresses that are told of notices.
CREATE TABLE webhooks (
    id      bigint PRIMARY KEY,
    address text    NOT NULL,
    secret  text    NOT NULL,
    former  text    NOT NULL,
    kinds   text    NOT NULL,
    off     boolean NOT NULL,
    told    bigint NOT NULL, -- number of the last notice that was dealt with
    failing bigint NOT NULL, -- milliseconds since 1970, UTC; 0 where it is not
    due     bigint NOT NULL,
    created bigint NOT NULL
);

-- What happened while there was a webhook.
CREATE TABLE notices (
    number bigint PRIMARY KEY,
    at     bigint NOT NULL, -- milliseconds since 1970, UTC
    kind   text    NOT NULL,
    game   bigint NOT NULL,
    object bigint NOT NULL
);

-- What became of notices at webhooks.
CREATE TABLE dispatches (
    webhook  bigint NOT NULL REFERENCES webhooks (id),
    notice    bigint NOT NULL,
    attempts bigint NOT NULL,
    state    text    NOT NULL CHECK (state IN ('trying', 'again', 'dispatched', 'lost')),
    status   bigint NOT NULL,
    message  text    NOT NULL,
    at       bigint NOT NULL, -- milliseconds since 1970, UTC
    PRIMARY KEY (webhook, notice)
);
