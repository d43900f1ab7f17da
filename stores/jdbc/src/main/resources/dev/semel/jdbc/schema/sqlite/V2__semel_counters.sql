-- Semel's counters, for SQLite 3.42 and newer. Times are microseconds since 1970 in UTC.
-- A row is the count of one subject in the window that is open; kept_until: when it may be purged, never if there is none.
CREATE TABLE semel_counter (
    digest blob NOT NULL UNIQUE,
    counter text NOT NULL,
    subject text NOT NULL,
    window_start integer NOT NULL,
    window_end integer NOT NULL,
    count integer NOT NULL,
    kept_until integer
);

CREATE INDEX semel_counter_kept_until ON semel_counter (kept_until);

-- Keys under which something was counted once, and what was answered then: start, end and count of each window.
CREATE TABLE semel_counter_key (
    digest blob NOT NULL UNIQUE,
    answer text NOT NULL,
    kept_until integer NOT NULL
);

CREATE INDEX semel_counter_key_kept_until ON semel_counter_key (kept_until);

CREATE TABLE semel_counter_schema (version integer NOT NULL PRIMARY KEY);

INSERT INTO semel_counter_schema (version) VALUES (2);
