-- Settles the records KEYS[i] as ARGV[i] asks. Both layouts are in RecordLayout.java.
-- Answers with the time and, for each record: 1 if it was applied, now or before, 0 if the lease is lost, -1 if the record can't be read.
local sub, byte, pack, unpack, ceil = string.sub, string.byte, struct.pack, struct.unpack, math.ceil
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local replies = {now}
for i = 1, #KEYS do
  local key, ask = KEYS[i], ARGV[i]
  local old = redis.call('GET', key)
  local reply = 0
  if old and (#old < 95 or byte(old, 1) ~= 1 or byte(old, 2) < 1 or byte(old, 2) > 4) then
    reply = -1
  elseif old and sub(old, 4, 27) == sub(ask, 1, 24) then
    local state = byte(old, 2)
    if state == 1 then
      local settled, retention = unpack('>BI8', ask, 25)
      local expires = now + retention
      put(key,
        pack('>BB', 1, settled) .. sub(old, 3, 79) .. pack('>I8', expires) .. sub(old, 88) .. sub(ask, 34),
        'PXAT', ceil(expires / 1000) + 100)
      if byte(old, 3) >= 2 then
        -- Somebody waits for it. Only a hint: whoever may not publish still settles.
        redis.pcall('PUBLISH', key, '')
      end
      reply = 1
    elseif state >= 3 then
      -- Changes nothing. But WAIT may look at this connection's own writes only, and the first one may have gone over another.
      redis.call('PEXPIREAT', key, ceil(unpack('>I8', old, 80) / 1000) + 100)
      reply = 1
    end
  end
  replies[i + 1] = reply
end
return replies
