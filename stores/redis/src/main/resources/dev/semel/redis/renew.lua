-- Renews the leases of the records KEYS[i] as ARGV[i] asks. Both layouts are in RecordLayout.java.
-- Answers with the time and, for each record: 1 if it was applied, 0 if the lease is lost, -1 if the record can't be read.
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
  elseif old and sub(old, 4, 27) == sub(ask, 1, 24) and byte(old, 2) == 1 then
    local flags, lease, keep = unpack('>BI8I8', ask, 25)
    local start = sub(old, 1, 71)
    if flags < 2 then
      local expires = now + lease + keep
      put(key, start .. pack('>I8I8', now + lease, expires) .. sub(old, 88),
        'PXAT', ceil(expires / 1000) + 100)
    else
      put(key, start .. pack('>I8I8', now + lease, 0) .. sub(old, 88))
    end
    reply = 1
  end
  replies[i + 1] = reply
end
return replies
