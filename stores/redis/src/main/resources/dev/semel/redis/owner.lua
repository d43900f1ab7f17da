-- Comes before the scripts of an owner. Writes a value also when memory is full and claims are refused: the work has run or is running, and its
-- record must not be lost to another caller. A server refuses what may need memory only as the first write of a script; setting an expiry needs none.
local function put(key, ...)
  local refusal = redis.pcall('SET', key, ...).err
  if refusal then
    if string.find(refusal, 'OOM', 1, true) then
      redis.call('PEXPIREAT', key, '4102444800000')
    end
    redis.call('SET', key, ...)
  end
end

-- Tells those who wait for a record. Only a hint: whoever may not publish still settles and releases.
local function hint(key, record)
  if byte(record, 3) >= WATCHED then
    redis.pcall('PUBLISH', key, '')
  end
end

