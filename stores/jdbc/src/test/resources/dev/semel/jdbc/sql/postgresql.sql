-- browse
SELECT digest, format, state, attempt, epoch, nonce, claimed_as, fingerprint, created_at, lease_end,
    expires_at, media_type, result, checksum, (SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint),
    operation, scope, record_key
  FROM semel_record
  WHERE format = 1 AND (expires_at IS NULL OR expires_at > (SELECT (extract(epoch FROM clock_timestamp()) *
    1000000)::bigint)) AND operation = ? AND scope = ? AND state = 1 AND lease_end > (SELECT (extract(epoch FROM
    clock_timestamp()) * 1000000)::bigint) AND (created_at > ? OR (created_at = ? AND digest > ?))
  ORDER BY created_at, digest LIMIT ?;

-- claim: decide
WITH moment AS MATERIALIZED (SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS at), asked AS
    MATERIALIZED (SELECT q.digest, q.operation, q.scope, q.record_key, q.nonce, q.claimed_as, q.fingerprint, m.at
    AS created_at, m.at + q.lease AS lease_end, m.at + q.keep AS expires_at
  FROM unnest(?::bytea[], ?::text[], ?::text[], ?::text[], ?::bytea[], ?::smallint[], ?::bytea[], ?::bigint[],
    ?::bigint[]) AS q (digest, operation, scope, record_key, nonce, claimed_as, fingerprint, lease, keep) CROSS
    JOIN moment m
  WHERE q.claimed_as = q.claimed_as + 0), seen AS MATERIALIZED (SELECT c.*
  FROM asked n CROSS JOIN LATERAL (SELECT digest, format, state, attempt, epoch, nonce, claimed_as,
    fingerprint, created_at, lease_end, expires_at, media_type, result, checksum
  FROM semel_record r
  WHERE r.digest = n.digest LIMIT 1) c), written AS (INSERT INTO semel_record AS c (digest, operation, scope,
    record_key, format, state, attempt, epoch, nonce, claimed_as, fingerprint, created_at, lease_end, expires_at)
  SELECT n.digest, n.operation, n.scope, n.record_key, 1, 1, 1, 1, n.nonce, n.claimed_as, n.fingerprint,
    n.created_at, n.lease_end, n.expires_at
  FROM asked n LEFT JOIN seen c
  ON c.digest = n.digest
  WHERE c.digest IS NULL OR (c.format = 1 AND (c.expires_at <= n.created_at OR (c.fingerprint = n.fingerprint
    AND c.checksum IS NULL AND (c.state = 2 OR (c.state = 1 AND (c.nonce = n.nonce OR (c.lease_end <= n.created_at
    AND n.claimed_as <> 2)))))))
  ORDER BY n.digest
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
    expires_at, media_type, result, checksum)
  SELECT w.*, m.at, true
  FROM written w CROSS JOIN moment m
  UNION ALL
  SELECT s.*, m.at, false
  FROM seen s CROSS JOIN moment m
  WHERE NOT EXISTS (SELECT 1
  FROM written w
  WHERE w.digest = s.digest);

-- claim: insert
INSERT INTO semel_record (digest, operation, scope, record_key, format, state, attempt, epoch, nonce,
    claimed_as, fingerprint, created_at, lease_end, expires_at)
  SELECT q.digest, q.operation, q.scope, q.record_key, 1, 1, 1, 1, q.nonce, q.claimed_as, q.fingerprint, m.at,
    m.at + q.lease, m.at + q.keep
  FROM (SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS at OFFSET 0) m, unnest(?::bytea[],
    ?::text[], ?::text[], ?::text[], ?::bytea[], ?::smallint[], ?::bytea[], ?::bigint[], ?::bigint[]) AS q
    (digest, operation, scope, record_key, nonce, claimed_as, fingerprint, lease, keep)
  ON CONFLICT (digest) DO NOTHING
  RETURNING digest, created_at;

-- claim: insert one
INSERT INTO semel_record (digest, operation, scope, record_key, format, state, attempt, epoch, nonce,
    claimed_as, fingerprint, created_at, lease_end, expires_at)
  SELECT ?, ?, ?, ?, 1, 1, 1, 1, ?, ?, ?, m.at, m.at + ?, m.at + ?
  FROM (SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS at OFFSET 0) m
  ON CONFLICT (digest) DO NOTHING
  RETURNING digest, created_at;

-- claim: look
SELECT c.*, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint
  FROM unnest(?::bytea[]) AS q (digest) CROSS JOIN LATERAL (SELECT digest, format, state, attempt, epoch,
    nonce, claimed_as, fingerprint, created_at, lease_end, expires_at, media_type, result, checksum
  FROM semel_record r
  WHERE r.digest = q.digest LIMIT 1) c;

-- claim: look at one
SELECT digest, format, state, attempt, epoch, nonce, claimed_as, fingerprint, created_at, lease_end,
    expires_at, media_type, result, checksum, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint
  FROM semel_record
  WHERE digest = ?;

-- count
SELECT COUNT(*)
  FROM (SELECT 1 AS one
  FROM semel_record LIMIT ?) s;

-- count by state
SELECT what, COUNT(*)
  FROM (SELECT CASE
  WHEN state = 1 AND lease_end > (SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint) THEN
    'IN_PROGRESS'
  WHEN state = 1 AND lease_end <= (SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint) AND
    expires_at IS NOT NULL THEN 'ABANDONED'
  WHEN state = 1 AND lease_end <= (SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint) AND
    expires_at IS NULL THEN 'IN_DOUBT'
  WHEN state = 2 THEN 'RELEASED'
  WHEN state = 3 THEN 'COMPLETED'
  WHEN state = 4 THEN 'FAILED' END AS what
  FROM semel_record
  WHERE format = 1 AND state BETWEEN 1 AND 4 AND (expires_at IS NULL OR expires_at > (SELECT (extract(epoch
    FROM clock_timestamp()) * 1000000)::bigint))) s GROUP BY what;

-- count overdue
SELECT COUNT(*)
  FROM (SELECT 1 AS one
  FROM semel_record
  WHERE expires_at <= (SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint) LIMIT ?) s;

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
  RETURNING c.window_start, c.window_end, c.count;

-- counts: add to a session
INSERT INTO semel_counter AS c (digest, counter, subject, window_start, window_end, count, kept_until)
  VALUES (?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (digest) DO UPDATE
  SET window_start = CASE
  WHEN c.window_end <= excluded.window_start THEN excluded.window_start
  ELSE c.window_start END,
  window_end = greatest(c.window_end, least(excluded.window_end, CASE
  WHEN c.window_end <= excluded.window_start THEN excluded.window_start
  ELSE c.window_start END + ?)), kept_until = greatest(c.window_end, least(excluded.window_end, CASE
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
  window_end = greatest(c.window_end, least(excluded.window_end, CASE
  WHEN c.window_end <= excluded.window_start THEN excluded.window_start
  ELSE c.window_start END + ?)), kept_until = greatest(c.window_end, least(excluded.window_end, CASE
  WHEN c.window_end <= excluded.window_start THEN excluded.window_start
  ELSE c.window_start END + ?)) + ?, count = CASE
  WHEN c.window_end <= excluded.window_start THEN 0
  ELSE c.count END + excluded.count
  FROM excluded
  WHERE c.digest = excluded.digest AND CASE
  WHEN c.window_end <= excluded.window_start THEN 0
  ELSE c.count END <= ?
  RETURNING c.window_start, c.window_end, c.count;

-- counts: key: answer
SELECT answer
  FROM semel_counter_key
  WHERE digest = ? AND kept_until > ? FOR KEY SHARE;

-- counts: key: forget
DELETE FROM semel_counter_key
  WHERE digest = ? AND answer = ?;

-- counts: key: purge
DELETE FROM semel_counter_key
  WHERE digest = ANY (ARRAY(SELECT digest
  FROM semel_counter_key
  WHERE kept_until <= ?
  ORDER BY kept_until LIMIT ? FOR UPDATE SKIP LOCKED));

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
  WHERE digest = ANY (ARRAY(SELECT digest
  FROM semel_counter
  WHERE kept_until <= ?
  ORDER BY kept_until LIMIT ? FOR UPDATE SKIP LOCKED));

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
    expires_at, media_type, result, checksum, (SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint)
  FROM semel_record
  WHERE digest IN (?, ?);

-- probe
SELECT pg_try_advisory_xact_lock_shared(?), (SELECT true
  FROM (SELECT 1
  FROM semel_record
  WHERE digest = ? FOR SHARE NOWAIT) r);

-- purge
DELETE FROM semel_record
  WHERE digest = ANY (ARRAY(SELECT digest
  FROM semel_record
  WHERE expires_at <= (SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint)
  ORDER BY expires_at LIMIT ? FOR UPDATE SKIP LOCKED));

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
SELECT quote_ident(n.nspname)
  FROM pg_class c JOIN pg_namespace n
  ON n.oid = c.relnamespace
  WHERE c.oid = to_regclass('semel_counter');

-- schema: where is semel_record
SELECT quote_ident(n.nspname)
  FROM pg_class c JOIN pg_namespace n
  ON n.oid = c.relnamespace
  WHERE c.oid = to_regclass('semel_record');

-- settings
SELECT current_setting('synchronous_commit'), current_setting('fsync'), current_setting('full_page_writes'),
    current_setting('lc_messages'), current_setting('synchronous_standby_names');

-- settings: read-only
SELECT pg_is_in_recovery()::text, current_setting('transaction_read_only');

-- settings: which server
SELECT host(inet_server_addr()) || ' ' || inet_server_port();

-- time
SELECT (SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint);

-- transaction: confirm
SELECT state
  FROM semel_record
  WHERE digest = ? FOR KEY SHARE;

-- transaction: is it aborted
SELECT 1;

-- transaction: is it open
SELECT strpos(coalesce(current_setting('semel.claims', true), ''), ?) > 0;

-- transaction: settle
INSERT INTO semel_record AS c (digest, operation, scope, record_key, format, state, attempt, epoch, nonce,
    claimed_as, fingerprint, created_at, lease_end, expires_at, media_type, result, checksum)
  SELECT ?, ?, ?, ?, 1, ?, 1, 1, ?, ?, ?, ?, ?, (SELECT (extract(epoch FROM clock_timestamp()) *
    1000000)::bigint) + ?, ?, ?, ?
  WHERE strpos(coalesce(current_setting('semel.claims', true), ''), ?) > 0
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
  state = excluded.state, nonce = excluded.nonce, fingerprint = excluded.fingerprint, lease_end =
    excluded.lease_end, expires_at = excluded.expires_at, media_type = excluded.media_type, result =
    excluded.result, checksum = excluded.checksum
  WHERE c.format = 1 AND (c.expires_at <= excluded.created_at OR (c.fingerprint = excluded.fingerprint AND
    c.checksum IS NULL AND (c.state = 2 OR (c.state = 1 AND (c.nonce = excluded.nonce OR (c.lease_end <=
    excluded.created_at AND excluded.claimed_as <> 2))))))
  RETURNING epoch;

-- transaction: settle and commit
WITH written AS (INSERT INTO semel_record AS c (digest, operation, scope, record_key, format, state, attempt,
    epoch, nonce, claimed_as, fingerprint, created_at, lease_end, expires_at, media_type, result, checksum)
  SELECT ?, ?, ?, ?, 1, ?, 1, 1, ?, ?, ?, ?, ?, (SELECT (extract(epoch FROM clock_timestamp()) *
    1000000)::bigint) + ?, ?, ?, ?
  WHERE strpos(coalesce(current_setting('semel.claims', true), ''), ?) > 0
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
  state = excluded.state, nonce = excluded.nonce, fingerprint = excluded.fingerprint, lease_end =
    excluded.lease_end, expires_at = excluded.expires_at, media_type = excluded.media_type, result =
    excluded.result, checksum = excluded.checksum
  WHERE c.format = 1 AND (c.expires_at <= excluded.created_at OR (c.fingerprint = excluded.fingerprint AND
    c.checksum IS NULL AND (c.state = 2 OR (c.state = 1 AND (c.nonce = excluded.nonce OR (c.lease_end <=
    excluded.created_at AND excluded.claimed_as <> 2))))))
  RETURNING epoch) INSERT INTO semel_record (digest)
  SELECT NULL
  WHERE NOT EXISTS (SELECT 1
  FROM written);
COMMIT;

-- transaction: try and look
SELECT CASE
  WHEN pg_try_advisory_xact_lock(?) THEN set_config('semel.committed', set_config('semel.claims',
    coalesce(current_setting('semel.claims', true), '') || ?, true), false) END,
  current_setting('transaction_isolation'), (SELECT (extract(epoch FROM clock_timestamp()) *
    1000000)::bigint);
SELECT digest, format, state, attempt, epoch, nonce, claimed_as, fingerprint, created_at, lease_end,
    expires_at, media_type, result, checksum, (SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint)
  FROM semel_record
  WHERE digest = ?;

-- transaction: wait
SELECT set_config('semel.wait', current_setting('lock_timeout'), true), set_config('lock_timeout', ?, true);
SELECT pg_advisory_xact_lock(?);
SELECT set_config('lock_timeout', current_setting('semel.wait'), true);

-- transaction: was it committed
SELECT strpos(coalesce(current_setting('semel.committed', true), ''), ?) > 0;

-- wait briefly
SELECT set_config('lock_timeout', '1000', true);

-- write: abandon
UPDATE semel_record
  SET lease_end = CASE
  WHEN lease_end < (SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint) THEN lease_end
  ELSE (SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint) END
  WHERE digest = ? AND epoch = ? AND nonce = ? AND state = 1;

-- write: release
UPDATE semel_record
  SET state = 2, expires_at = (SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint) + ?
  WHERE digest = ? AND epoch = ? AND nonce = ? AND state = 1;

-- write: renew
UPDATE semel_record
  SET lease_end = (SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint) + ?, expires_at = (SELECT
    (extract(epoch FROM clock_timestamp()) * 1000000)::bigint) + ?
  WHERE digest = ? AND epoch = ? AND nonce = ? AND state = 1;

-- write: settle
UPDATE semel_record
  SET state = ?, media_type = ?, result = ?, checksum = ?, expires_at = (SELECT (extract(epoch FROM
    clock_timestamp()) * 1000000)::bigint) + ?
  WHERE digest = ? AND epoch = ? AND nonce = ? AND state = 1;

-- write: together
UPDATE semel_record c
  SET lease_end = CASE
  WHEN w.kind = 1 THEN m.at + w.lease
  WHEN w.kind = 5 THEN least(c.lease_end, m.at)
  ELSE c.lease_end END,
  expires_at = CASE
  WHEN w.kind = 5 OR c.state <> 1 THEN c.expires_at
  ELSE m.at + w.keep END,
  media_type = CASE
  WHEN c.state = 1 THEN w.media_type
  ELSE c.media_type END,
  result = CASE
  WHEN c.state = 1 THEN w.result
  ELSE c.result END,
  checksum = CASE
  WHEN c.state = 1 THEN w.checksum
  ELSE c.checksum END,
  state = CASE
  WHEN c.state <> 1 THEN c.state
  WHEN w.kind = 5 THEN 1
  ELSE w.kind END
  FROM (SELECT *
  FROM unnest(?::bytea[], ?::bigint[], ?::bytea[], ?::smallint[], ?::bigint[], ?::bigint[], ?::text[],
    ?::bytea[], ?::integer[]) AS u (digest, epoch, nonce, kind, lease, keep, media_type, result, checksum)
  WHERE u.kind = u.kind + 0) w, (SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS at) m
  WHERE c.digest = w.digest AND c.epoch = w.epoch AND c.nonce = w.nonce AND (c.state = 1 OR c.state = w.kind
    OR (c.state IN (3, 4) AND w.kind IN (3, 4)))
  RETURNING c.digest;

-- write: was it applied
SELECT state
  FROM semel_record
  WHERE digest = ? AND epoch = ? AND nonce = ? FOR KEY SHARE;
