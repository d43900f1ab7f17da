-- browse
SELECT digest, format, state, attempt, epoch, nonce, claimed_as, fingerprint, created_at, lease_end,
    expires_at, media_type, result, checksum, CAST(round(unixepoch('subsec') * 1000000) AS INTEGER), operation,
    scope, record_key
  FROM semel_record
  WHERE format = 1 AND (expires_at IS NULL OR expires_at > CAST(round(unixepoch('subsec') * 1000000) AS
    INTEGER)) AND operation = ? AND scope = ? AND state = 1 AND lease_end > CAST(round(unixepoch('subsec') *
    1000000) AS INTEGER) AND (created_at > ? OR (created_at = ? AND digest > ?))
  ORDER BY created_at, digest LIMIT ?;

-- claim
INSERT INTO semel_record AS c (digest, operation, scope, record_key, format, state, attempt, epoch, nonce,
    claimed_as, fingerprint, created_at, lease_end, expires_at)
  VALUES (?, ?, ?, ?, 1, 1, 1, 1, ?, ?, ?, CAST(round(unixepoch('subsec') * 1000000) AS INTEGER),
    CAST(round(unixepoch('subsec') * 1000000) AS INTEGER) + ?, CAST(round(unixepoch('subsec') * 1000000) AS
    INTEGER) + ?)
  ON CONFLICT (digest) DO UPDATE
  SET epoch = CASE
  WHEN c.expires_at <= excluded.created_at THEN c.epoch + 1
  WHEN c.state = 1 AND c.nonce = excluded.nonce THEN c.epoch
  ELSE c.epoch + 1 END,
  attempt = CASE
  WHEN c.expires_at <= excluded.created_at THEN 1
  WHEN c.state = 1 AND c.nonce = excluded.nonce THEN c.attempt
  ELSE c.attempt + 1 END,
  claimed_as = CASE
  WHEN c.expires_at <= excluded.created_at OR c.state <> 1 THEN excluded.claimed_as
  WHEN c.nonce = excluded.nonce THEN c.claimed_as
  ELSE 1 END,
  created_at = CASE
  WHEN c.expires_at <= excluded.created_at THEN excluded.created_at
  ELSE c.created_at END,
  state = 1, nonce = excluded.nonce, fingerprint = excluded.fingerprint, lease_end = excluded.lease_end,
    expires_at = excluded.expires_at, media_type = NULL, result = NULL, checksum = NULL
  WHERE c.format = 1 AND (c.expires_at <= excluded.created_at OR (c.fingerprint = excluded.fingerprint AND
    c.checksum IS NULL AND (c.state = 2 OR (c.state = 1 AND (c.nonce = excluded.nonce OR (c.lease_end <=
    excluded.created_at AND excluded.claimed_as <> 2))))))
  RETURNING digest, format, state, attempt, epoch, nonce, claimed_as, fingerprint, created_at, lease_end,
    expires_at, media_type, result, checksum, CAST(round(unixepoch('subsec') * 1000000) AS INTEGER);

-- count
SELECT COUNT(*)
  FROM (SELECT 1 AS one
  FROM semel_record LIMIT ?) s;

-- count by state
SELECT what, COUNT(*)
  FROM (SELECT CASE
  WHEN state = 1 AND lease_end > CAST(round(unixepoch('subsec') * 1000000) AS INTEGER) THEN 'IN_PROGRESS'
  WHEN state = 1 AND lease_end <= CAST(round(unixepoch('subsec') * 1000000) AS INTEGER) AND expires_at IS NOT
    NULL THEN 'ABANDONED'
  WHEN state = 1 AND lease_end <= CAST(round(unixepoch('subsec') * 1000000) AS INTEGER) AND expires_at IS NULL
    THEN 'IN_DOUBT'
  WHEN state = 2 THEN 'RELEASED'
  WHEN state = 3 THEN 'COMPLETED'
  WHEN state = 4 THEN 'FAILED' END AS what
  FROM semel_record
  WHERE format = 1 AND state BETWEEN 1 AND 4 AND (expires_at IS NULL OR expires_at >
    CAST(round(unixepoch('subsec') * 1000000) AS INTEGER))) s GROUP BY what;

-- count overdue
SELECT COUNT(*)
  FROM (SELECT 1 AS one
  FROM semel_record
  WHERE expires_at <= CAST(round(unixepoch('subsec') * 1000000) AS INTEGER) LIMIT ?) s;

-- counts: add
INSERT INTO semel_counter AS c (digest, counter, subject, window_start, window_end, count, kept_until)
  VALUES (?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (digest) DO UPDATE
  SET window_start = CASE
  WHEN c.window_start < excluded.window_start THEN excluded.window_start
  ELSE c.window_start END,
  window_end = CASE
  WHEN c.window_start < excluded.window_start THEN excluded.window_end
  ELSE c.window_end END,
  kept_until = CASE
  WHEN c.window_start < excluded.window_start THEN excluded.window_end
  ELSE c.window_end END + ?, count = CASE
  WHEN c.window_start < excluded.window_start THEN 0
  ELSE c.count END + excluded.count
  WHERE CASE
  WHEN c.window_start < excluded.window_start THEN 0
  ELSE c.count END <= ?
  RETURNING window_start, window_end, count;

-- counts: add if there
WITH excluded (digest, counter, subject, window_start, window_end, count, kept_until) AS (SELECT ?, ?, ?, ?,
    ?, ?, ?) UPDATE semel_counter AS c
  SET window_start = CASE
  WHEN c.window_start < excluded.window_start THEN excluded.window_start
  ELSE c.window_start END,
  window_end = CASE
  WHEN c.window_start < excluded.window_start THEN excluded.window_end
  ELSE c.window_end END,
  kept_until = CASE
  WHEN c.window_start < excluded.window_start THEN excluded.window_end
  ELSE c.window_end END + ?, count = CASE
  WHEN c.window_start < excluded.window_start THEN 0
  ELSE c.count END + excluded.count
  FROM excluded
  WHERE c.digest = excluded.digest AND CASE
  WHEN c.window_start < excluded.window_start THEN 0
  ELSE c.count END <= ?
  RETURNING window_start, window_end, count;

-- counts: add to a session
INSERT INTO semel_counter AS c (digest, counter, subject, window_start, window_end, count, kept_until)
  VALUES (?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (digest) DO UPDATE
  SET window_start = CASE
  WHEN c.window_end <= excluded.window_start THEN excluded.window_start
  ELSE c.window_start END,
  window_end = max(c.window_end, min(excluded.window_end, CASE
  WHEN c.window_end <= excluded.window_start THEN excluded.window_start
  ELSE c.window_start END + ?)), kept_until = max(c.window_end, min(excluded.window_end, CASE
  WHEN c.window_end <= excluded.window_start THEN excluded.window_start
  ELSE c.window_start END + ?)) + ?, count = CASE
  WHEN c.window_end <= excluded.window_start THEN 0
  ELSE c.count END + excluded.count
  WHERE CASE
  WHEN c.window_end <= excluded.window_start THEN 0
  ELSE c.count END <= ?
  RETURNING window_start, window_end, count;

-- counts: add to a session if there
WITH excluded (digest, counter, subject, window_start, window_end, count, kept_until) AS (SELECT ?, ?, ?, ?,
    ?, ?, ?) UPDATE semel_counter AS c
  SET window_start = CASE
  WHEN c.window_end <= excluded.window_start THEN excluded.window_start
  ELSE c.window_start END,
  window_end = max(c.window_end, min(excluded.window_end, CASE
  WHEN c.window_end <= excluded.window_start THEN excluded.window_start
  ELSE c.window_start END + ?)), kept_until = max(c.window_end, min(excluded.window_end, CASE
  WHEN c.window_end <= excluded.window_start THEN excluded.window_start
  ELSE c.window_start END + ?)) + ?, count = CASE
  WHEN c.window_end <= excluded.window_start THEN 0
  ELSE c.count END + excluded.count
  FROM excluded
  WHERE c.digest = excluded.digest AND CASE
  WHEN c.window_end <= excluded.window_start THEN 0
  ELSE c.count END <= ?
  RETURNING window_start, window_end, count;

-- counts: key: answer
SELECT answer
  FROM semel_counter_key
  WHERE digest = ? AND kept_until > ?;

-- counts: key: forget
DELETE FROM semel_counter_key
  WHERE digest = ? AND answer = ?;

-- counts: key: purge
DELETE FROM semel_counter_key
  WHERE rowid IN (SELECT rowid
  FROM semel_counter_key
  WHERE kept_until <= ? LIMIT ?);

-- counts: key: remember
INSERT INTO semel_counter_key AS c (digest, kept_until, answer)
  VALUES (?, ?, ?)
  ON CONFLICT (digest) DO UPDATE
  SET kept_until = excluded.kept_until, answer = excluded.answer
  WHERE c.kept_until <= ?
  RETURNING 1;

-- counts: key: renew
UPDATE semel_counter_key
  SET kept_until = ?
  WHERE digest = ? AND kept_until > ? AND kept_until < ?;

-- counts: key: size
SELECT COUNT(*)
  FROM (SELECT 1 AS one
  FROM semel_counter_key LIMIT ?) s;

-- counts: key: size: overdue
SELECT COUNT(*)
  FROM (SELECT 1 AS one
  FROM semel_counter_key
  WHERE kept_until <= ? LIMIT ?) s;

-- counts: look
SELECT digest, window_start, window_end, count
  FROM semel_counter
  WHERE digest IN (?, ?);

-- counts: purge
DELETE FROM semel_counter
  WHERE rowid IN (SELECT rowid
  FROM semel_counter
  WHERE kept_until <= ? LIMIT ?);

-- counts: size
SELECT COUNT(*)
  FROM (SELECT 1 AS one
  FROM semel_counter LIMIT ?) s;

-- counts: size: overdue
SELECT COUNT(*)
  FROM (SELECT 1 AS one
  FROM semel_counter
  WHERE kept_until <= ? LIMIT ?) s;

-- counts: subtract
UPDATE semel_counter
  SET count = CASE
  WHEN count < ? THEN 0
  ELSE count - ? END
  WHERE digest = ? AND window_start = ?;

-- look
SELECT digest, format, state, attempt, epoch, nonce, claimed_as, fingerprint, created_at, lease_end,
    expires_at, media_type, result, checksum, CAST(round(unixepoch('subsec') * 1000000) AS INTEGER)
  FROM semel_record
  WHERE digest IN (?, ?);

-- purge
DELETE FROM semel_record
  WHERE rowid IN (SELECT rowid
  FROM semel_record
  WHERE expires_at <= CAST(round(unixepoch('subsec') * 1000000) AS INTEGER) LIMIT ?);

-- schema: semel_counter
SELECT digest, counter, subject, window_start, window_end, count, kept_until
  FROM semel_counter
  WHERE 1 = 0;

-- schema: semel_counter version
SELECT MAX(version)
  FROM semel_counter_schema;

-- schema: semel_counter_key
SELECT digest, answer, kept_until
  FROM semel_counter_key
  WHERE 1 = 0;

-- schema: semel_record
SELECT digest, format, state, attempt, epoch, nonce, claimed_as, fingerprint, created_at, lease_end,
    expires_at, media_type, result, checksum, operation, scope, record_key
  FROM semel_record
  WHERE 1 = 0;

-- schema: semel_record version
SELECT MAX(version)
  FROM semel_record_schema;

-- settings: journal
PRAGMA journal_mode;

-- settings: syncs
PRAGMA synchronous;

-- time
SELECT CAST(round(unixepoch('subsec') * 1000000) AS INTEGER);

-- transaction: mark
SAVEPOINT semel_00000000000000010000000000000002;

-- transaction: unmark
RELEASE SAVEPOINT semel_00000000000000010000000000000002;

-- write: abandon
UPDATE semel_record
  SET lease_end = CASE
  WHEN lease_end < CAST(round(unixepoch('subsec') * 1000000) AS INTEGER) THEN lease_end
  ELSE CAST(round(unixepoch('subsec') * 1000000) AS INTEGER) END
  WHERE digest = ? AND epoch = ? AND nonce = ? AND state = 1;

-- write: release
UPDATE semel_record
  SET state = 2, expires_at = CAST(round(unixepoch('subsec') * 1000000) AS INTEGER) + ?
  WHERE digest = ? AND epoch = ? AND nonce = ? AND state = 1;

-- write: renew
UPDATE semel_record
  SET lease_end = CAST(round(unixepoch('subsec') * 1000000) AS INTEGER) + ?, expires_at =
    CAST(round(unixepoch('subsec') * 1000000) AS INTEGER) + ?
  WHERE digest = ? AND epoch = ? AND nonce = ? AND state = 1;

-- write: settle
UPDATE semel_record
  SET state = ?, media_type = ?, result = ?, checksum = ?, expires_at = CAST(round(unixepoch('subsec') *
    1000000) AS INTEGER) + ?
  WHERE digest = ? AND epoch = ? AND nonce = ? AND state = 1;

-- write: was it applied
SELECT state
  FROM semel_record
  WHERE digest = ? AND epoch = ? AND nonce = ?;
