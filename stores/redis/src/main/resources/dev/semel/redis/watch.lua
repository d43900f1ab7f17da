-- Marks the records KEYS[i] as waited for, so that whoever settles or releases them says so on a channel of the same name.
-- Answers with the time and, for each record: 1 if it is marked, 0 if there is nothing to wait for.
local byte = string.byte
local time = redis.call('TIME')
local replies = {time[1] * 1000000 + time[2]}
for i = 1, #KEYS do
  local start = redis.call('GETRANGE', KEYS[i], 0, 2)
  local reply = 0
  if #start == 3 and byte(start, 1) == 1 and byte(start, 2) == 1 then
    if byte(start, 3) < 2 then
      redis.call('SETRANGE', KEYS[i], 2, string.char(byte(start, 3) + 2))
    end
    reply = 1
  end
  replies[i + 1] = reply
end
return replies
