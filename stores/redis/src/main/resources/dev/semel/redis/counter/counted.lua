-- Returns 0 and, for each of the counts KEYS[i]: its window, its keep time, and the count; false if there is none; error and a message.
local replies = {0}
for i = 1, #KEYS do
  local w, n = redis.pcall('HGET', KEYS[i], 'w'), redis.pcall('HGET', KEYS[i], 'n')
  if type(w) == 'table' then
    replies[i + 1] = 'error ' .. w.err
  elseif w and not n then
    replies[i + 1] = 'error a count is incomplete'
  else
    replies[i + 1] = w and w .. ' ' .. n
  end
end
return replies
