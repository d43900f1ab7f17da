-- Releases the records KEYS[i] as ARGV[i] asks. Both layouts are in RecordLayout.java.
-- Answers with the time and, for each record: 1 if it was applied, now or before, 0 if the lease is lost, -1 if the record can't be read.
local sub, byte, pack, unpack, ceil, max = string.sub, string.byte, struct.pack, struct.unpack, math.ceil, math.max
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
    local runnable, retention = unpack('>BI8', ask, 25)
    if state == 1 then
      local lease_end, expires = unpack('>I8I8', old, 72)
      local becomes = 1
      if runnable == 1 then
        becomes, expires = 2, now + retention
      elseif now < lease_end then
        lease_end = now
      end
      local value = pack('>BB', 1, becomes) .. sub(old, 3, 71) .. pack('>I8I8', lease_end, expires) .. sub(old, 88)
      if expires > 0 then
        put(key, value, 'PXAT', ceil(max(expires, now) / 1000) + 100)
      else
        put(key, value)
      end
      if byte(old, 3) >= 2 then
        -- Somebody waits for it. Only a hint: whoever may not publish still releases.
        redis.pcall('PUBLISH', key, '')
      end
      reply = 1
    elseif state == 2 and runnable == 1 then
      reply = 1
    end
  end
  replies[i + 1] = reply
end
return replies
