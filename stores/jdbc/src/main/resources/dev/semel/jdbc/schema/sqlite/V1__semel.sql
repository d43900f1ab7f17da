-- Semel's records, version 1, for SQLite 3.42 and newer. Times are microseconds since 1970 in UTC.
-- state: 1 in progress, 2 released, 3 completed, 4 failed.
-- claimed_as: 0 new or released, 1 taken over from an owner that had gone, 2 new by a claim that would not take over.
-- With a rowid on purpose: rows are appended in the order of time, and only the key's index is written at random.
-- checksum: CRC-32C of the result and what it is of; there is one exactly if the record is completed or failed.
CREATE TABLE semel_record (
    digest blob NOT NULL UNIQUE,
    operation text NOT NULL,
    scope text NOT NULL,
    record_key text NOT NULL,
    format integer NOT NULL,
    state integer NOT NULL,
    attempt integer NOT NULL,
    epoch integer NOT NULL,
    nonce blob NOT NULL,
    claimed_as integer NOT NULL,
    fingerprint blob NOT NULL,
    created_at integer NOT NULL,
    lease_end integer NOT NULL,
    expires_at integer,
    media_type text,
    result blob,
    checksum integer
);

CREATE INDEX semel_record_expires_at ON semel_record (expires_at);

CREATE TABLE semel_record_schema (version integer NOT NULL PRIMARY KEY);

INSERT INTO semel_record_schema (version) VALUES (1);
