-- Changes the counts KEYS[1] to KEYS[n], all or none, once under the key KEYS[n + 1] if there is one.
-- A count is a hash: s and e, start and end of its window in milliseconds; n, the count; k, how long it is kept after the window.
-- ARGV: n; for each count: F (window of the calendar) or S (session), amount, room, start, end, longest, keep, C (create) or R (refuse);
-- then, with a key: now, until when it is remembered, and for how long.
-- Numbers in Lua lose digits above 2^53, so counts are added up by the server and compared as text.
-- Answers with a word and numbers: applied or again and the counts; over, which one, and the counts; unknown and which one.
local call, number, max, min = redis.call, tonumber, math.max, math.min
local GRACE = 60000
local count = number(ARGV[1])
local once = KEYS[count + 1]
local last = 1 + 8 * count

if once then
  local known = call('GET', once)
  if known then
    local till, answer = string.match(known, '^(%S+) (.*)$')
    if number(ARGV[last + 1]) < number(till) then
      return 'again ' .. answer
    end
  end
end

local function whole(value)
  return string.format('%.0f', value)
end

local function fits(value, room)
  if string.byte(room) == 45 then
    return false
  end
  if #value ~= #room then
    return #value < #room
  end
  return value <= room
end

local now
local function keep(key, till, time)
  if time == 0 then
    call('PERSIST', key)
    return
  end
  if not now then
    local clock = call('TIME')
    now = clock[1] * 1000 + math.floor(clock[2] / 1000)
  end
  call('PEXPIRE', key, whole(max(till - now, 0) + time + GRACE))
end

local found, numbers = {}, {}
for i = 1, count do
  local a = 8 * i - 6
  local stored = call('HMGET', KEYS[i], 's', 'e', 'n', 'k')
  local s, e, n, k = stored[1], stored[2], stored[3], stored[4]
  if not s and ARGV[a + 7] == 'R' then
    return 'unknown ' .. (i - 1)
  end
  local turned = not s or (ARGV[a] == 'F' and number(s) < number(ARGV[a + 3]))
    or (ARGV[a] == 'S' and number(ARGV[a + 3]) >= number(e))
  if turned then
    s, e, n = ARGV[a + 3], ARGV[a + 4], '0'
  end
  found[i] = {turned, s, e, k}
  numbers[3 * i - 2], numbers[3 * i - 1], numbers[3 * i] = s, e, n
end
for i = 1, count do
  if not fits(numbers[3 * i], ARGV[8 * i - 4]) then
    return 'over ' .. (i - 1) .. ' ' .. table.concat(numbers, ' ')
  end
end

for i = 1, count do
  local a, key, before = 8 * i - 6, KEYS[i], found[i]
  local amount, time = ARGV[a + 1], ARGV[a + 6]
  local s, e = before[2], before[3]
  if before[1] then
    call('HSET', key, 's', s, 'e', e, 'n', amount, 'k', time)
    keep(key, number(e), number(time))
    numbers[3 * i] = amount
  else
    local sum = call('HINCRBY', key, 'n', amount)
    numbers[3 * i] = sum < 9007199254740992 and whole(sum) or call('HGET', key, 'n')
    local till = e
    if ARGV[a] == 'S' then
      till = whole(max(number(e), min(number(ARGV[a + 4]), number(s) + number(ARGV[a + 5]))))
    end
    if till ~= e or time ~= before[4] then
      call('HSET', key, 'e', till, 'k', time)
      keep(key, number(till), number(time))
      numbers[3 * i - 1] = till
    end
  end
end
local answer = table.concat(numbers, ' ')
if once then
  call('SET', once, ARGV[last + 2] .. ' ' .. answer, 'PX', whole(number(ARGV[last + 3]) + GRACE))
end
return 'applied ' .. answer
