-- Semel's counters, for MariaDB 10.6 and newer. Times are microseconds since 1970 in UTC.
-- A row is the count of one subject in the window that is open; kept_until: when it may be purged, never if there is none.
-- nonce: of the last call that was counted, by which a statement recognises its call.
CREATE TABLE semel_counter (
    digest binary(32) NOT NULL PRIMARY KEY,
    counter varchar(128) NOT NULL,
    subject varchar(255) NOT NULL,
    window_start bigint NOT NULL,
    window_end bigint NOT NULL,
    count bigint NOT NULL,
    kept_until bigint,
    nonce binary(16) NOT NULL,
    KEY semel_counter_kept_until (kept_until)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- Keys under which something was counted once, and what was answered then: start, end and count of each window.
CREATE TABLE semel_counter_key (
    digest binary(32) NOT NULL PRIMARY KEY,
    answer text NOT NULL,
    kept_until bigint NOT NULL,
    KEY semel_counter_key_kept_until (kept_until)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE semel_counter_schema (version integer NOT NULL PRIMARY KEY) ENGINE = InnoDB;

INSERT INTO semel_counter_schema (version) VALUES (2);
