-- Semel's counters, for H2 2.x. Times are microseconds since 1970 in UTC.
-- A row is the count of one subject in the window that is open; kept_until: when it may be purged, never if there is none.
CREATE TABLE semel_counter (
    digest binary(32) NOT NULL PRIMARY KEY,
    counter varchar(128) NOT NULL,
    subject varchar(255) NOT NULL,
    window_start bigint NOT NULL,
    window_end bigint NOT NULL,
    count bigint NOT NULL,
    kept_until bigint
);

CREATE INDEX semel_counter_kept_until ON semel_counter (kept_until);

-- Keys under which something was counted once, and what was answered then: start, end and count of each window.
CREATE TABLE semel_counter_key (
    digest binary(32) NOT NULL PRIMARY KEY,
    answer varchar NOT NULL,
    kept_until bigint NOT NULL
);

CREATE INDEX semel_counter_key_kept_until ON semel_counter_key (kept_until);

CREATE TABLE semel_counter_schema (version integer NOT NULL PRIMARY KEY);

INSERT INTO semel_counter_schema (version) VALUES (2);
