-- Semel's records, version 1, for PostgreSQL 13 and newer. Times are microseconds since 1970 in UTC.
-- state: 1 in progress, 2 released, 3 completed, 4 failed.
-- claimed_as: 0 new or released, 1 taken over from an owner that had gone, 2 new by a claim that would not take over.
-- checksum: CRC-32C of the result and what it is of; there is one exactly if the record is completed or failed.
CREATE TABLE semel_record (
    digest bytea NOT NULL PRIMARY KEY,
    operation varchar(128) NOT NULL,
    scope varchar(512) NOT NULL,
    record_key varchar(255) NOT NULL,
    format smallint NOT NULL,
    state smallint NOT NULL,
    attempt integer NOT NULL,
    epoch bigint NOT NULL,
    nonce bytea NOT NULL,
    claimed_as smallint NOT NULL,
    fingerprint bytea NOT NULL,
    created_at bigint NOT NULL,
    lease_end bigint NOT NULL,
    expires_at bigint,
    media_type varchar(100),
    result bytea,
    checksum integer
);

CREATE INDEX semel_record_expires_at ON semel_record (expires_at);

CREATE TABLE semel_record_schema (version integer NOT NULL PRIMARY KEY);

INSERT INTO semel_record_schema (version) VALUES (1);
