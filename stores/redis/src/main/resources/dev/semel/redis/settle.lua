-- Settles the records KEYS[i] as ARGV[i] asks. Both layouts are in RecordLayout.java.
-- Answers with the time and, for each record: 1 if it was applied, now or before, 0 if the lease is lost, -1 if the record can't be read.
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
      -- Changes nothing. But WAIT may look at this connection's own writes only, and the first one may have gone over another.
      redis.call('PEXPIREAT', key, dropped(unpack('>I8', old, 80)))
      reply = APPLIED
    end
  end
  replies[i + 1] = reply
end
return replies
