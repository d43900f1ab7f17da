-- Releases the records KEYS[i] with the arguments ARGV[i]. Both layouts are in RecordLayout.java.
-- Returns the time and, for each record: 1 if the release was applied, now or before, 0 if the lease is lost, -1 if the record is unreadable.
for i = 1, #KEYS do
  local key, ask = KEYS[i], ARGV[i]
  local old = redis.call('GET', key)
  local reply = LOST
  if old and not readable(old) then
    reply = UNREADABLE
  elseif old and sub(old, 4, 27) == sub(ask, 1, 24) then
    local state = byte(old, 2)
    local runnable, retention = unpack('>BI8', ask, 25)
    if state == IN_PROGRESS then
      local lease_end, expires = unpack('>I8I8', old, 72)
      local becomes = IN_PROGRESS
      if runnable == RUNNABLE then
        becomes, expires = RELEASED, now + retention
      elseif now < lease_end then
        lease_end = now
      end
      local value = pack('>BB', VERSION, becomes) .. sub(old, 3, 71) .. pack('>I8I8', lease_end, expires) .. sub(old, 88)
      if expires > 0 then
        put(key, value, 'PXAT', dropped(max(expires, now)))
      else
        put(key, value)
      end
      hint(key, old)
      reply = APPLIED
    elseif state == RELEASED and runnable == RUNNABLE then
      reply = APPLIED
    end
  end
  replies[i + 1] = reply
end
return replies
