-- Included before the scripts of records. States, flags and offsets are those of RecordLayout.java; times are in microseconds.
local sub, byte, pack, unpack, ceil, max = string.sub, string.byte, struct.pack, struct.unpack, math.ceil, math.max
local VERSION = 1
local IN_PROGRESS, RELEASED, COMPLETED, FAILED = 1, 2, 3, 4
local AS_NEW, BY_TAKING_OVER, WATCHED = 0, 1, 2
local TAKES_OVER, STAYS, RUNNABLE = 1, 2, 1
local SMALLEST = 95
local APPLIED, LOST, UNREADABLE = 1, 0, -1
-- The limit of bytes in one reply, so that large results do not delay other callers, and the reply for a record that was skipped.
local MOST_BYTES, SKIPPED = 1048576, 0
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local replies = {now}

local function readable(record)
  local version, state = byte(record, 1, 2)
  return #record >= SMALLEST and version == VERSION and state >= IN_PROGRESS and state <= FAILED
end

-- Returns when the server may delete an expired record, in milliseconds.
local function dropped(expires)
  return ceil(expires / 1000) + 100
end

