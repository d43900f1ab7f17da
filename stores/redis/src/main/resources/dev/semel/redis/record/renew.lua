-- Renews the leases of the records KEYS[i] with the arguments ARGV[i]. Both layouts are in RecordLayout.java.
-- Returns the time and, for each record: 1 if the renewal was applied, 0 if the lease is lost, -1 if the record is unreadable.
for i = 1, #KEYS do
  local key, ask = KEYS[i], ARGV[i]
  local old = redis.call('GET', key)
  local reply = LOST
  if old and not readable(old) then
    reply = UNREADABLE
  elseif old and sub(old, 4, 27) == sub(ask, 1, 24) and byte(old, 2) == IN_PROGRESS then
    local flags, lease, keep = unpack('>BI8I8', ask, 25)
    local start = sub(old, 1, 71)
    if flags < STAYS then
      local expires = now + lease + keep
      put(key, start .. pack('>I8I8', now + lease, expires) .. sub(old, 88),
        'PXAT', dropped(expires))
    else
      put(key, start .. pack('>I8I8', now + lease, 0) .. sub(old, 88))
    end
    reply = APPLIED
  end
  replies[i + 1] = reply
end
return replies
