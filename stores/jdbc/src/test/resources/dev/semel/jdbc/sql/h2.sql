-- browse
SELECT digest, format, state, attempt, epoch, nonce, claimed_as, fingerprint, created_at, lease_end,
    expires_at, media_type, result, checksum, CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP(6)) * 1000000 AS bigint),
    operation, scope, record_key
  FROM semel_record
  WHERE format = 1 AND (expires_at IS NULL OR expires_at > CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP(6)) *
    1000000 AS bigint)) AND operation = ? AND scope = ? AND state = 1 AND lease_end > CAST(EXTRACT(EPOCH FROM
    CURRENT_TIMESTAMP(6)) * 1000000 AS bigint) AND (created_at > ? OR (created_at = ? AND digest > ?))
  ORDER BY created_at, digest LIMIT ?;

-- claim: decide
MERGE INTO semel_record c USING (SELECT CAST(? AS binary(32)) AS digest, CAST(? AS varchar) AS operation,
    CAST(? AS varchar) AS scope, CAST(? AS varchar) AS record_key, 1 AS format, 1 AS state, 1 AS attempt, 1 AS
    epoch, CAST(? AS binary(16)) AS nonce, CAST(? AS int) AS claimed_as, CAST(? AS binary(32)) AS fingerprint,
    CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP(6)) * 1000000 AS bigint) AS created_at, CAST(EXTRACT(EPOCH FROM
    CURRENT_TIMESTAMP(6)) * 1000000 AS bigint) + CAST(? AS bigint) AS lease_end, CAST(EXTRACT(EPOCH FROM
    CURRENT_TIMESTAMP(6)) * 1000000 AS bigint) + CAST(? AS bigint) AS expires_at) n
  ON c.digest = n.digest
  WHEN MATCHED AND (c.format = 1 AND (c.expires_at <= n.created_at OR (c.fingerprint = n.fingerprint AND
    c.checksum IS NULL AND (c.state = 2 OR (c.state = 1 AND (c.nonce = n.nonce OR (c.lease_end <= n.created_at AND
    n.claimed_as <> 2)))))))
  THEN UPDATE
  SET epoch = CASE
  WHEN c.expires_at <= n.created_at THEN c.epoch + 1
  WHEN c.state = 1 AND c.nonce = n.nonce THEN c.epoch
  ELSE c.epoch + 1 END,
  attempt = CASE
  WHEN c.expires_at <= n.created_at THEN 1
  WHEN c.state = 1 AND c.nonce = n.nonce THEN c.attempt
  ELSE c.attempt + 1 END,
  claimed_as = CASE
  WHEN c.expires_at <= n.created_at OR c.state <> 1 THEN n.claimed_as
  WHEN c.nonce = n.nonce THEN c.claimed_as
  ELSE 1 END,
  created_at = CASE
  WHEN c.expires_at <= n.created_at THEN n.created_at
  ELSE c.created_at END,
  state = 1, nonce = n.nonce, fingerprint = n.fingerprint, lease_end = n.lease_end, expires_at = n.expires_at,
    media_type = NULL, result = NULL, checksum = NULL
  WHEN NOT MATCHED THEN INSERT (digest, operation, scope, record_key, format, state, attempt, epoch, nonce,
    claimed_as, fingerprint, created_at, lease_end, expires_at)
  VALUES (n.digest, n.operation, n.scope, n.record_key, n.format, n.state, n.attempt, n.epoch, n.nonce,
    n.claimed_as, n.fingerprint, n.created_at, n.lease_end, n.expires_at);

-- claim: lock
SELECT state
  FROM semel_record
  WHERE digest = ? FOR UPDATE;

-- count
SELECT COUNT(*)
  FROM (SELECT 1 AS one
  FROM semel_record LIMIT ?) s;

-- count by state
SELECT what, COUNT(*)
  FROM (SELECT CASE
  WHEN state = 1 AND lease_end > CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP(6)) * 1000000 AS bigint) THEN
    'IN_PROGRESS'
  WHEN state = 1 AND lease_end <= CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP(6)) * 1000000 AS bigint) AND
    expires_at IS NOT NULL THEN 'ABANDONED'
  WHEN state = 1 AND lease_end <= CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP(6)) * 1000000 AS bigint) AND
    expires_at IS NULL THEN 'IN_DOUBT'
  WHEN state = 2 THEN 'RELEASED'
  WHEN state = 3 THEN 'COMPLETED'
  WHEN state = 4 THEN 'FAILED' END AS what
  FROM semel_record
  WHERE format = 1 AND state BETWEEN 1 AND 4 AND (expires_at IS NULL OR expires_at > CAST(EXTRACT(EPOCH FROM
    CURRENT_TIMESTAMP(6)) * 1000000 AS bigint))) s GROUP BY what;

-- count overdue
SELECT COUNT(*)
  FROM (SELECT 1 AS one
  FROM semel_record
  WHERE expires_at <= CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP(6)) * 1000000 AS bigint) LIMIT ?) s;

-- counts: insert
INSERT INTO semel_counter (digest, counter, subject, window_start, window_end, count, kept_until)
  VALUES (?, ?, ?, ?, ?, ?, ?);

-- counts: key: answer
SELECT answer
  FROM semel_counter_key
  WHERE digest = ? AND kept_until > ?;

-- counts: key: forget
DELETE FROM semel_counter_key
  WHERE digest = ? AND answer = ?;

-- counts: key: purge
DELETE FROM semel_counter_key
  WHERE digest IN (SELECT digest
  FROM semel_counter_key
  WHERE kept_until <= ?1 LIMIT ?2 FOR UPDATE SKIP LOCKED) AND kept_until <= ?1;

-- counts: key: remember
INSERT INTO semel_counter_key (digest, kept_until, answer)
  VALUES (?, ?, ?);

-- counts: key: remember again
UPDATE semel_counter_key
  SET digest = ?, kept_until = ?, answer = ?
  WHERE digest = ? AND kept_until <= ?;

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

-- counts: lock
SELECT window_start, window_end, count
  FROM semel_counter
  WHERE digest = ? FOR UPDATE;

-- counts: look
SELECT digest, window_start, window_end, count
  FROM semel_counter
  WHERE digest IN (?, ?);

-- counts: purge
DELETE FROM semel_counter
  WHERE digest IN (SELECT digest
  FROM semel_counter
  WHERE kept_until <= ?1 LIMIT ?2 FOR UPDATE SKIP LOCKED) AND kept_until <= ?1;

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

-- counts: update
UPDATE semel_counter
  SET digest = ?, counter = ?, subject = ?, window_start = ?, window_end = ?, count = ?, kept_until = ?
  WHERE digest = ?;

-- look
SELECT digest, format, state, attempt, epoch, nonce, claimed_as, fingerprint, created_at, lease_end,
    expires_at, media_type, result, checksum, CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP(6)) * 1000000 AS bigint)
  FROM semel_record
  WHERE digest IN (?, ?);

-- purge
DELETE FROM semel_record
  WHERE digest IN (SELECT digest
  FROM semel_record
  WHERE expires_at <= CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP(6)) * 1000000 AS bigint) LIMIT ? FOR UPDATE
    SKIP LOCKED) AND expires_at <= CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP(6)) * 1000000 AS bigint);

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

-- time
SELECT CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP(6)) * 1000000 AS bigint);

-- transaction: limit of the wait
CALL LOCK_TIMEOUT();

-- transaction: limit the wait
SET LOCK_TIMEOUT 1;

-- transaction: mark
SAVEPOINT semel_00000000000000010000000000000002;

-- transaction: unmark
RELEASE SAVEPOINT semel_00000000000000010000000000000002;

-- transaction: which
CALL TRANSACTION_ID();

-- write: abandon
UPDATE semel_record
  SET lease_end = CASE
  WHEN lease_end < CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP(6)) * 1000000 AS bigint) THEN lease_end
  ELSE CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP(6)) * 1000000 AS bigint) END
  WHERE digest = ? AND epoch = ? AND nonce = ? AND state = 1;

-- write: release
UPDATE semel_record
  SET state = 2, expires_at = CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP(6)) * 1000000 AS bigint) + ?
  WHERE digest = ? AND epoch = ? AND nonce = ? AND state = 1;

-- write: renew
UPDATE semel_record
  SET lease_end = CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP(6)) * 1000000 AS bigint) + ?, expires_at =
    CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP(6)) * 1000000 AS bigint) + ?
  WHERE digest = ? AND epoch = ? AND nonce = ? AND state = 1;

-- write: settle
UPDATE semel_record
  SET state = ?, media_type = ?, result = ?, checksum = ?, expires_at = CAST(EXTRACT(EPOCH FROM
    CURRENT_TIMESTAMP(6)) * 1000000 AS bigint) + ?
  WHERE digest = ? AND epoch = ? AND nonce = ? AND state = 1;

-- write: was it applied
SELECT state
  FROM semel_record
  WHERE digest = ? AND epoch = ? AND nonce = ?;
