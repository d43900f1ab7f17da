-- browse
SELECT digest, format, state, attempt, epoch, nonce, claimed_as, fingerprint, created_at, lease_end,
    expires_at, media_type, result, checksum, TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)),
    operation, scope, record_key
  FROM semel_record
  WHERE format = 1 AND (expires_at IS NULL OR expires_at > TIMESTAMPDIFF(MICROSECOND, '1970-01-01',
    UTC_TIMESTAMP(6))) AND operation = ? AND scope = ? AND state = 1 AND lease_end > TIMESTAMPDIFF(MICROSECOND,
    '1970-01-01', UTC_TIMESTAMP(6)) AND (created_at > ? OR (created_at = ? AND digest > ?))
  ORDER BY created_at, digest LIMIT ?;

-- claim: decide
INSERT INTO semel_record (digest, operation, scope, record_key, format, state, attempt, epoch, nonce,
    claimed_as, fingerprint, created_at, lease_end, expires_at)
  VALUES (?, ?, ?, ?, 1, 1, 1, 1, ?, ?, ?, TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)),
    TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) + ?, TIMESTAMPDIFF(MICROSECOND, '1970-01-01',
    UTC_TIMESTAMP(6)) + ?), (?, ?, ?, ?, 1, 1, 1, 1, ?, ?, ?, TIMESTAMPDIFF(MICROSECOND, '1970-01-01',
    UTC_TIMESTAMP(6)), TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) + ?, TIMESTAMPDIFF(MICROSECOND,
    '1970-01-01', UTC_TIMESTAMP(6)) + ?)
  ON DUPLICATE KEY UPDATE claimed_as = semel_record.claimed_as + 10 * CASE
  WHEN semel_record.format <> 1 THEN 0
  WHEN semel_record.expires_at <= VALUES(created_at) THEN 1
  WHEN semel_record.fingerprint <> VALUES(fingerprint) THEN 0
  WHEN semel_record.checksum IS NOT NULL THEN 0
  WHEN semel_record.state = 2 THEN 2
  WHEN semel_record.state <> 1 THEN 0
  WHEN semel_record.nonce = VALUES(nonce) THEN 3
  WHEN semel_record.lease_end <= VALUES(created_at) AND VALUES(claimed_as) <> 2 THEN 4
  ELSE 0 END,
  epoch = semel_record.epoch + (semel_record.claimed_as DIV 10 IN (1, 2, 4)), attempt = CASE
  WHEN semel_record.claimed_as DIV 10 = 1 THEN 1
  WHEN semel_record.claimed_as DIV 10 IN (2, 4) THEN semel_record.attempt + 1
  ELSE semel_record.attempt END,
  created_at = IF(semel_record.claimed_as DIV 10 = 1, VALUES(created_at), semel_record.created_at), nonce =
    IF(semel_record.claimed_as DIV 10 > 0, VALUES(nonce), semel_record.nonce), fingerprint =
    IF(semel_record.claimed_as DIV 10 > 0, VALUES(fingerprint), semel_record.fingerprint), lease_end =
    IF(semel_record.claimed_as DIV 10 > 0, VALUES(lease_end), semel_record.lease_end), expires_at =
    IF(semel_record.claimed_as DIV 10 > 0, VALUES(expires_at), semel_record.expires_at), media_type =
    IF(semel_record.claimed_as DIV 10 > 0, NULL, semel_record.media_type), result = IF(semel_record.claimed_as DIV
    10 > 0, NULL, semel_record.result), checksum = IF(semel_record.claimed_as DIV 10 > 0, NULL,
    semel_record.checksum), state = IF(semel_record.claimed_as DIV 10 > 0, 1, semel_record.state), claimed_as =
    CASE semel_record.claimed_as DIV 10
  WHEN 0 THEN semel_record.claimed_as
  WHEN 3 THEN semel_record.claimed_as MOD 10
  WHEN 4 THEN 1
  ELSE VALUES(claimed_as) END
  RETURNING digest, format, state, attempt, epoch, nonce, claimed_as, fingerprint, created_at, lease_end,
    expires_at, media_type, result, checksum, TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6));

-- claim: insert
INSERT INTO semel_record (digest, operation, scope, record_key, format, state, attempt, epoch, nonce,
    claimed_as, fingerprint, created_at, lease_end, expires_at)
  VALUES (?, ?, ?, ?, 1, 1, 1, 1, ?, ?, ?, TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)),
    TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) + ?, TIMESTAMPDIFF(MICROSECOND, '1970-01-01',
    UTC_TIMESTAMP(6)) + ?), (?, ?, ?, ?, 1, 1, 1, 1, ?, ?, ?, TIMESTAMPDIFF(MICROSECOND, '1970-01-01',
    UTC_TIMESTAMP(6)), TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) + ?, TIMESTAMPDIFF(MICROSECOND,
    '1970-01-01', UTC_TIMESTAMP(6)) + ?)
  ON DUPLICATE KEY UPDATE format = format
  RETURNING digest, nonce, created_at, created_at = TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6));

-- count
SELECT COUNT(*)
  FROM (SELECT 1 AS one
  FROM semel_record LIMIT ?) s;

-- count by state
SELECT what, COUNT(*)
  FROM (SELECT CASE
  WHEN state = 1 AND lease_end > TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) THEN 'IN_PROGRESS'
  WHEN state = 1 AND lease_end <= TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) AND expires_at IS
    NOT NULL THEN 'ABANDONED'
  WHEN state = 1 AND lease_end <= TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) AND expires_at IS
    NULL THEN 'IN_DOUBT'
  WHEN state = 2 THEN 'RELEASED'
  WHEN state = 3 THEN 'COMPLETED'
  WHEN state = 4 THEN 'FAILED' END AS what
  FROM semel_record
  WHERE format = 1 AND state BETWEEN 1 AND 4 AND (expires_at IS NULL OR expires_at >
    TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)))) s GROUP BY what;

-- count overdue
SELECT COUNT(*)
  FROM (SELECT 1 AS one
  FROM semel_record
  WHERE expires_at <= TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) LIMIT ?) s;

-- counts: add
INSERT INTO semel_counter (digest, counter, subject, window_start, window_end, count, kept_until, nonce)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)
  ON DUPLICATE KEY UPDATE nonce = IF(IF(semel_counter.window_start < VALUES(window_start), 0,
    semel_counter.count) <= ?, VALUES(nonce), semel_counter.nonce), count = IF(semel_counter.nonce =
    VALUES(nonce), IF(semel_counter.window_start < VALUES(window_start), 0, semel_counter.count) + VALUES(count),
    semel_counter.count), window_end = IF(semel_counter.nonce = VALUES(nonce) AND semel_counter.window_start <
    VALUES(window_start), VALUES(window_end), semel_counter.window_end), window_start = IF(semel_counter.nonce =
    VALUES(nonce) AND semel_counter.window_start < VALUES(window_start), VALUES(window_start),
    semel_counter.window_start), kept_until = IF(semel_counter.nonce = VALUES(nonce), semel_counter.window_end +
    ?, semel_counter.kept_until)
  RETURNING window_start, window_end, count, nonce;

-- counts: add to a session
INSERT INTO semel_counter (digest, counter, subject, window_start, window_end, count, kept_until, nonce)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)
  ON DUPLICATE KEY UPDATE nonce = IF(IF(semel_counter.window_end <= VALUES(window_start), 0,
    semel_counter.count) <= ?, VALUES(nonce), semel_counter.nonce), count = IF(semel_counter.nonce =
    VALUES(nonce), IF(semel_counter.window_end <= VALUES(window_start), 0, semel_counter.count) + VALUES(count),
    semel_counter.count), window_start = IF(semel_counter.nonce = VALUES(nonce) AND semel_counter.window_end <=
    VALUES(window_start), VALUES(window_start), semel_counter.window_start), window_end = IF(semel_counter.nonce =
    VALUES(nonce), GREATEST(semel_counter.window_end, LEAST(VALUES(window_end), semel_counter.window_start + ?)),
    semel_counter.window_end), kept_until = IF(semel_counter.nonce = VALUES(nonce), semel_counter.window_end + ?,
    semel_counter.kept_until)
  RETURNING window_start, window_end, count, nonce;

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

-- counts: key: purge: delete
DELETE FROM semel_counter_key
  WHERE digest IN (?, ?);

-- counts: key: purge: find
SELECT digest
  FROM semel_counter_key
  WHERE kept_until <= ?
  ORDER BY kept_until LIMIT ? FOR UPDATE SKIP LOCKED;

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

-- counts: purge: delete
DELETE FROM semel_counter
  WHERE digest IN (?, ?);

-- counts: purge: find
SELECT digest
  FROM semel_counter
  WHERE kept_until <= ?
  ORDER BY kept_until LIMIT ? FOR UPDATE SKIP LOCKED;

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
    expires_at, media_type, result, checksum, TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))
  FROM semel_record
  WHERE digest IN (?, ?);

-- probe
SELECT state
  FROM semel_record
  WHERE digest = ? LOCK IN SHARE MODE NOWAIT;

-- purge: delete
DELETE FROM semel_record
  WHERE digest IN (?, ?);

-- purge: find
SELECT digest
  FROM semel_record
  WHERE expires_at <= TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))
  ORDER BY expires_at LIMIT ? FOR UPDATE SKIP LOCKED;

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

-- schema: where is semel_counter
SELECT CONCAT('`', REPLACE(DATABASE(), '`', '``'), '`');

-- schema: where is semel_record
SELECT CONCAT('`', REPLACE(DATABASE(), '`', '``'), '`');

-- settings: durability
SELECT @@innodb_flush_log_at_trx_commit, @@log_bin, @@sync_binlog;

-- settings: packets
SELECT @@max_allowed_packet;

-- settings: read-only
SELECT @@read_only, @@innodb_read_only;

-- settings: time-outs
SELECT @@innodb_rollback_on_timeout;

-- settings: which server
SELECT CONCAT_WS(' ', @@hostname, @@port, @@datadir);

-- time
SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6));

-- transaction: mark
SAVEPOINT semel_00000000000000010000000000000002;

-- transaction: unmark
RELEASE SAVEPOINT semel_00000000000000010000000000000002;

-- wait briefly
SET STATEMENT innodb_lock_wait_timeout = 1, sql_mode = 'STRICT_TRANS_TABLES' FOR ;

-- write: abandon
UPDATE semel_record
  SET lease_end = CASE
  WHEN lease_end < TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) THEN lease_end
  ELSE TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) END
  WHERE digest = ? AND epoch = ? AND nonce = ? AND state = 1;

-- write: release
UPDATE semel_record
  SET state = 2, expires_at = TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) + ?
  WHERE digest = ? AND epoch = ? AND nonce = ? AND state = 1;

-- write: renew
UPDATE semel_record
  SET lease_end = TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) + ?, expires_at =
    TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) + ?
  WHERE digest = ? AND epoch = ? AND nonce = ? AND state = 1;

-- write: settle
UPDATE semel_record
  SET state = ?, media_type = ?, result = ?, checksum = ?, expires_at = TIMESTAMPDIFF(MICROSECOND,
    '1970-01-01', UTC_TIMESTAMP(6)) + ?
  WHERE digest = ? AND epoch = ? AND nonce = ? AND state = 1;

-- write: settle together
UPDATE semel_record
  SET state = ?, media_type = ?, expires_at = TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) + ?,
    checksum = FIELD(digest, ?, ?), result = ELT(checksum, ?, ?), checksum = ELT(checksum, ?, ?)
  WHERE digest IN (?, ?) AND (digest, epoch, nonce) IN ((?, ?, ?), (?, ?, ?)) AND state = 1;

-- write: together
UPDATE (SELECT CAST(? AS binary(32)) AS digest, CAST(? AS signed) AS epoch, CAST(? AS binary(16)) AS nonce,
    CAST(? AS signed) AS kind, CAST(? AS signed) AS lease, CAST(? AS signed) AS keep, CAST(? AS char(100)) AS
    media_type, CAST(? AS binary) AS result, CAST(? AS signed) AS checksum
  UNION ALL
  SELECT CAST(? AS binary(32)) AS digest, CAST(? AS signed) AS epoch, CAST(? AS binary(16)) AS nonce, CAST(?
    AS signed) AS kind, CAST(? AS signed) AS lease, CAST(? AS signed) AS keep, CAST(? AS char(100)) AS media_type,
    CAST(? AS binary) AS result, CAST(? AS signed) AS checksum) w STRAIGHT_JOIN semel_record c
  ON c.digest = w.digest AND c.epoch = w.epoch AND c.nonce = w.nonce
  SET c.lease_end = CASE
  WHEN w.kind = 1 THEN TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) + w.lease
  WHEN w.kind = 5 THEN least(c.lease_end, TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)))
  ELSE c.lease_end END,
  c.expires_at = CASE
  WHEN w.kind = 5 OR c.state <> 1 THEN c.expires_at
  ELSE TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) + w.keep END,
  c.media_type = CASE
  WHEN c.state = 1 THEN w.media_type
  ELSE c.media_type END,
  c.result = CASE
  WHEN c.state = 1 THEN w.result
  ELSE c.result END,
  c.checksum = CASE
  WHEN c.state = 1 THEN w.checksum
  ELSE c.checksum END,
  c.state = CASE
  WHEN c.state <> 1 THEN c.state
  WHEN w.kind = 5 THEN 1
  ELSE w.kind END
  WHERE (c.state = 1 OR c.state = w.kind OR (c.state IN (3, 4) AND w.kind IN (3, 4)));

-- write: was it applied
SELECT state
  FROM semel_record
  WHERE digest = ? AND epoch = ? AND nonce = ?;

-- write: which were applied
SELECT state
  FROM semel_record
  WHERE digest = ? AND epoch = ? AND nonce = ? LOCK IN SHARE MODE;
