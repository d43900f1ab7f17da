-- Settles the records KEYS[i] with the arguments ARGV[i]. Both layouts are in RecordLayout.java.
-- Returns the time and, for each record: 1 if the settlement was applied, now or before, 0 if the lease is lost, -1 if the record is unreadable.
for i = 1, #KEYS do
  local key, ask = KEYS[i], ARGV[i]
  local old = redis.call('GET', key)
  local reply = LOST
  if old and not readable(old) then
    reply = UNREADABLE
  elseif old and sub(old, 4, 27) == sub(ask, 1, 24) then
    local state = byte(old, 2)
    if state == IN_PROGRESS then
      local settled, retention = unpack('>BI8', ask, 25)
      local expires = now + retention
      put(key,
        pack('>BB', VERSION, settled) .. sub(old, 3, 79) .. pack('>I8', expires) .. sub(old, 88) .. sub(ask, 34),
        'PXAT', dropped(expires))
      hint(key, old)
      reply = APPLIED
    elseif state >= COMPLETED then
      -- Changes nothing, but gives WAIT a write to confirm: it covers this connection's writes only, and the first one may have used another.
      redis.call('PEXPIREAT', key, dropped(unpack('>I8', old, 80)))
      reply = APPLIED
    end
  end
  replies[i + 1] = reply
end
return replies
