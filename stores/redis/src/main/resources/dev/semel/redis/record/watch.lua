-- Marks the records KEYS[i] as watched, so that a settlement or release publishes to the channel with the name of the key.
-- Returns the time and, for each record: 1 if it is marked, 0 if it is not in progress.
for i = 1, #KEYS do
  local start = redis.call('GETRANGE', KEYS[i], 0, 2)
  local reply = LOST
  if #start == 3 and byte(start, 1) == VERSION and byte(start, 2) == IN_PROGRESS then
    if byte(start, 3) < WATCHED then
      redis.call('SETRANGE', KEYS[i], 2, string.char(byte(start, 3) + WATCHED))
    end
    reply = APPLIED
  end
  replies[i + 1] = reply
end
return replies
