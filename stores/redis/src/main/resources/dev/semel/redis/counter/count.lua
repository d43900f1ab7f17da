-- Applies calls in sequence, each with all of its changes or none, and once if it has a key. A call that fails does not affect the others.
-- A count is a hash: w, its window (start and end in milliseconds) and how long it is kept afterwards; n, the count.
-- A call has a row KEYS[i], ARGV[i] for each count that it changes: the call's number of rows; F (calendar window) or S (session), C (create) or
-- R (refuse), U (unlimited) or L (limited); amount, room, longest, start, end, keep. A row for its key comes last: K, now, the end of the time
-- for which the key is remembered, and the length of that time.
-- Lua numbers lose digits above 2^53, so the server adds counts up and the script compares them as text.
-- Returns 0 and, for each call, the count if it has one change and its window is the requested one; else a word and numbers: applied or again,
-- and the counts; over, an index, and the counts; unknown and an index; error and a message.
local call, number, max, min, match = redis.call, tonumber, math.max, math.min, string.match
local GRACE, EXACT = 60000, 9007199254740992

local asks = {}
local function asked(text)
  local ask = asks[text]
  if not ask then
    local rows, kind, subjects, limit, amount, room, longest, w, from, till, keep =
      match(text, '^(%d+) (%a)(%a)(%a) (%S+) (%S+) (%S+) ((%S+) (%S+) (%S+))$')
    ask = {rows = number(rows), session = kind == 'S', plain = kind == 'F' and limit == 'U', refuses = subjects == 'R',
      amount = amount, room = room, longest = number(longest), w = w, from = from, till = till, keep = keep}
    asks[text] = ask
  end
  return ask
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
local function lifetime(till, keep)
  if not now then
    local clock = call('TIME')
    now = clock[1] * 1000 + math.floor(clock[2] / 1000)
  end
  return whole(max(number(till) - now, 0) + number(keep) + GRACE)
end

local function expire(key, ask, till)
  if ask.keep == '0' then
    call('PERSIST', key)
  elseif till == ask.till then
    ask.lifetime = ask.lifetime or lifetime(till, ask.keep)
    call('PEXPIRE', key, ask.lifetime)
  else
    call('PEXPIRE', key, lifetime(till, ask.keep))
  end
end

-- Returns window, count and (unless the count restarts) keep time before an addition, or nothing if the subject is refused.
local function before(key, ask, w)
  if not w then
    if ask.refuses then
      return nil
    end
    return ask.from, ask.till, '0', nil
  end
  local s, e, k = match(w, '^(%S+) (%S+) (%S+)$')
  local n = call('HGET', key, 'n')
  if not (s and n) then
    error('a count is incomplete')
  end
  if match(n, '^%-%d+$') then
    -- Take-backs of earlier versions could leave a negative count, which would fit no limit.
    n = '0'
    call('HSET', key, 'n', n)
  end
  if ask.session and number(ask.from) >= number(e) or not ask.session and number(s) < number(ask.from) then
    return ask.from, ask.till, '0', nil
  end
  return s, e, n, k
end

-- Adds to a count, which restarts if no keep time is given. Returns the window's end and the count, as a number if that is exact.
local function add(key, ask, s, e, kept)
  if not kept then
    call('HSET', key, 'w', ask.w, 'n', ask.amount)
    expire(key, ask, e)
    local sum = number(ask.amount)
    return e, sum < EXACT and sum or ask.amount
  end
  local sum = call('HINCRBY', key, 'n', ask.amount)
  local till = e
  if ask.session then
    till = whole(max(number(e), min(number(ask.till), number(s) + ask.longest)))
  end
  if till ~= e or ask.keep ~= kept then
    call('HSET', key, 'w', s .. ' ' .. till .. ' ' .. ask.keep)
    expire(key, ask, till)
  end
  return till, sum < EXACT and sum or call('HGET', key, 'n')
end

local function text(count)
  return type(count) == 'number' and whole(count) or count
end

local function one(i)
  local key, ask = KEYS[i], asked(ARGV[i])
  local w = call('HGET', key, 'w')
  if w == ask.w and ask.plain then
    local sum = redis.pcall('HINCRBY', key, 'n', ask.amount)
    if type(sum) == 'number' then
      return sum < EXACT and sum or 'applied ' .. ask.from .. ' ' .. ask.till .. ' ' .. call('HGET', key, 'n')
    end
    -- The count is too large, or the server refuses to write: the general path reports which.
  end
  local s, e, n, kept = before(key, ask, w)
  if not s then
    return 'unknown 0'
  end
  if not fits(n, ask.room) then
    return 'over 0 ' .. s .. ' ' .. e .. ' ' .. n
  end
  local till, count = add(key, ask, s, e, kept)
  if type(count) == 'number' and s == ask.from and till == ask.till and not ask.session then
    return count
  end
  return 'applied ' .. s .. ' ' .. till .. ' ' .. text(count)
end

local function several(first, last)
  local once, at, till, remember
  if string.byte(ARGV[last]) == 75 then
    once = KEYS[last]
    at, till, remember = match(ARGV[last], '^K (%S+) (%S+) (%S+)$')
    local known = call('GET', once)
    if known then
      local ends, answer = match(known, '^(%S+) (.*)$')
      if number(at) < number(ends) then
        if number(till) > number(ends) then
          call('SET', once, till .. ' ' .. answer, 'PX', whole(number(remember) + GRACE))
        end
        return 'again ' .. answer
      end
    end
    last = last - 1
  end
  local kept, numbers = {}, {}
  for i = first, last do
    local s, e, n, k = before(KEYS[i], asked(ARGV[i]), call('HGET', KEYS[i], 'w'))
    if not s then
      return 'unknown ' .. (i - first)
    end
    if not match(n, '^%d+$') then
      error('a count is not a number')
    end
    local j = 3 * (i - first)
    kept[i], numbers[j + 1], numbers[j + 2], numbers[j + 3] = k, s, e, n
  end
  for i = first, last do
    if not fits(numbers[3 * (i - first) + 3], asked(ARGV[i]).room) then
      return 'over ' .. (i - first) .. ' ' .. table.concat(numbers, ' ')
    end
  end
  for i = first, last do
    local j = 3 * (i - first)
    local e, n = add(KEYS[i], asked(ARGV[i]), numbers[j + 1], numbers[j + 2], kept[i])
    numbers[j + 2], numbers[j + 3] = e, text(n)
  end
  local answer = table.concat(numbers, ' ')
  if once then
    call('SET', once, till .. ' ' .. answer, 'PX', whole(number(remember) + GRACE))
  end
  return 'applied ' .. answer
end

local replies = {0}
local i, last = 1, #KEYS
while i <= last do
  local rows = asked(ARGV[i]).rows
  local done, answer
  if rows == 1 then
    done, answer = pcall(one, i)
  else
    done, answer = pcall(several, i, i + rows - 1)
  end
  if not done then
    if string.find(answer, 'READONLY', 1, true) then
      -- No call of this run has changed anything, and all callers have to find the master.
      return redis.error_reply(answer)
    end
    answer = 'error ' .. answer
  end
  replies[#replies + 1] = answer
  i = i + rows
end
return replies
