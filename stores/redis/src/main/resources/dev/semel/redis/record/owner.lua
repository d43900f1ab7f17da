-- Included before the scripts of an owner. Writes a value even when memory is full and claims are refused: the work has run or is running, and
-- another caller must not take over its record. A server refuses a command that may need memory only as the first write of a script; setting an
-- expiry needs none.
local function put(key, ...)
  local refusal = redis.pcall('SET', key, ...).err
  if refusal then
    if string.find(refusal, 'OOM', 1, true) then
      redis.call('PEXPIREAT', key, '4102444800000')
    end
    redis.call('SET', key, ...)
  end
end

-- Notifies watchers of a record. Best effort: a user without the right to publish can still settle and release.
local function hint(key, record)
  if byte(record, 3) >= WATCHED then
    redis.pcall('PUBLISH', key, '')
  end
end

