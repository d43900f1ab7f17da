-- Answers with 0 and, for each of the counts KEYS[i]: start and end of its window and the count, false if there is none, error and what it says.
local replies = {0}
for i = 1, #KEYS do
  local count = redis.pcall('HMGET', KEYS[i], 's', 'e', 'n')
  if count.err then
    replies[i + 1] = 'error ' .. count.err
  else
    replies[i + 1] = count[1] and table.concat(count, ' ')
  end
end
return replies
