-- Takes back what was counted under the key KEYS[n + 1] from the counts KEYS[1] to KEYS[n]. Takes what count.lua takes, and looks at the amounts and
-- at what time it is only.
-- Answers with a word: done, or unknown if there is nothing under the key.
local call, number = redis.call, tonumber
local count = number(ARGV[1])
local once = KEYS[count + 1]
local known = call('GET', once)
if not known then
  return 'unknown'
end
local till, answer = string.match(known, '^(%S+) (.*)$')
call('DEL', once)
if number(ARGV[2 + 8 * count]) >= number(till) then
  return 'unknown'
end
local i = 0
for start in string.gmatch(answer, '(%S+) %S+ %S+') do
  i = i + 1
  local amount = ARGV[8 * i - 5]
  if amount ~= '0' and call('HGET', KEYS[i], 's') == start then
    call('HINCRBY', KEYS[i], 'n', '-' .. amount)
  end
end
return 'done'
