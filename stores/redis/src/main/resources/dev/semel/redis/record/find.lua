-- Returns the time and, for each of the records KEYS[i]: its bytes, false if there is none, 0 if it was skipped.
local room = MOST_BYTES
for i = 1, #KEYS do
  if room > 0 then
    local value = redis.call('GET', KEYS[i])
    replies[i + 1] = value
    room = room - (value and #value or 0)
  else
    replies[i + 1] = SKIPPED
  end
end
return replies
