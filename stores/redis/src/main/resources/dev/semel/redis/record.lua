-- Comes before the scripts of records. States, flags and places are those of RecordLayout.java; times are in microseconds.
local sub, byte, pack, unpack, ceil, max = string.sub, string.byte, struct.pack, struct.unpack, math.ceil, math.max
local VERSION = 1
local IN_PROGRESS, RELEASED, COMPLETED, FAILED = 1, 2, 3, 4
local AS_NEW, BY_TAKING_OVER, WATCHED = 0, 1, 2
local TAKES_OVER, STAYS, RUNNABLE = 1, 2, 1
local SMALLEST = 95
local APPLIED, LOST, UNREADABLE = 1, 0, -1
-- Bytes of results that one call gives back, so that nobody is held up by somebody's large ones; and the reply for what is left out then.
local MOST_BYTES, NOT_LOOKED_AT = 1048576, 0
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local replies = {now}

local function readable(record)
  local version, state = byte(record, 1, 2)
  return #record >= SMALLEST and version == VERSION and state >= IN_PROGRESS and state <= FAILED
end

-- When the server may drop what has ended.
local function dropped(expires)
  return ceil(expires / 1000) + 100
end

