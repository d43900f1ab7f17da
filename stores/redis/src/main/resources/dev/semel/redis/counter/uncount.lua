-- Takes back what calls have counted under their keys. Takes the rows of count.lua, and reads only the amounts and the current time.
-- Returns 0 and, for each call, a word: done; unknown if the key is not remembered; error and a message.
local call, number, match = redis.call, tonumber, string.match

-- Compares as text, since Lua numbers lose digits above 2^53.
local function less(n, amount)
  if #n ~= #amount then
    return #n < #amount
  end
  return n < amount
end

local function take_back(first, last)
  local once = KEYS[last]
  local known = call('GET', once)
  if not known then
    return 'unknown'
  end
  local till, answer = match(known, '^(%S+) (.*)$')
  if number(match(ARGV[last], '^K (%S+)')) >= number(till) then
    call('DEL', once)
    return 'unknown'
  end
  -- Reads all counts before writing any: a call that cannot be taken back completely stays unchanged, with its key.
  local taken = {}
  local i = first
  for start in string.gmatch(answer, '(%S+) %S+ %S+') do
    local amount = match(ARGV[i], '^%S+ %S+ (%S+)')
    local stored = call('HMGET', KEYS[i], 'w', 'n')
    if amount ~= '0' and match(stored[1] or '', '^%S+') == start then
      if not match(stored[2] or '', '^%d+$') then
        error('a count is not a number')
      end
      taken[KEYS[i]] = {amount = amount, all = less(stored[2], amount)}
    end
    i = i + 1
  end
  call('DEL', once)
  for key, count in pairs(taken) do
    if count.all then
      call('HSET', key, 'n', '0')
    else
      call('HINCRBY', key, 'n', '-' .. count.amount)
    end
  end
  return 'done'
end

local replies = {0}
local i, last = 1, #KEYS
while i <= last do
  local rows = number(match(ARGV[i], '^%d+'))
  local done, answer = pcall(take_back, i, i + rows - 1)
  if not done then
    if string.find(answer, 'READONLY', 1, true) then
      return redis.error_reply(answer)
    end
    answer = 'error ' .. answer
  end
  replies[#replies + 1] = answer
  i = i + rows
end
return replies
