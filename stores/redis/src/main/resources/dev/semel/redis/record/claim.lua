-- Claims the records KEYS[i] with the arguments ARGV[i]. Both layouts are in RecordLayout.java. Decides in the order of Store.claim.
-- Returns the time and, for each record: false if it was absent and is now claimed, 0 if it was skipped, else its current bytes.
local room = MOST_BYTES
for i = 1, #KEYS do
  local key, ask = KEYS[i], ARGV[i]
  local old = room > 0 and redis.call('GET', key)
  if room <= 0 then
    replies[i + 1] = SKIPPED
  else
    local claims, epoch, attempt, as, created = true, 1, 1, AS_NEW, now
    if old then
      local state = byte(old, 2)
      if not readable(old) then
        -- Unreadable: left unchanged and returned, so that the client reports it.
        claims = false
      else
        local expires = unpack('>I8', old, 80)
        if expires > 0 and now >= expires then
          epoch = unpack('>I8', old, 20) + 1
        elseif state >= COMPLETED or #old ~= 91 + unpack('>I4', old, 88) or sub(old, 32, 63) ~= sub(ask, 49, 80) then
          -- A record that is not settled ends with its names. Any other length is damage, which the client reports.
          claims = false
        else
          epoch, attempt = unpack('>I8I4', old, 20)
          local lease_end
          created, lease_end = unpack('>I8I8', old, 64)
          as = byte(old, 3)
          if state == RELEASED then
            epoch, attempt, as = epoch + 1, attempt + 1, as - as % WATCHED
          elseif sub(old, 4, 19) ~= sub(ask, 21, 36) then
            claims = now >= lease_end and byte(ask, 1) % STAYS == TAKES_OVER
            epoch, attempt, as = epoch + 1, attempt + 1, as - as % WATCHED + BY_TAKING_OVER
          end
        end
      end
    end
    if claims then
      local lease, keep = unpack('>I8I8', ask, 2)
      local expires = 0
      if byte(ask, 1) < STAYS then
        expires = now + lease + keep
      end
      local times = pack('>I8I8I8', created, now + lease, expires)
      local value
      if old then
        value = pack('>BBB', VERSION, IN_PROGRESS, as) .. sub(ask, 21, 36) .. pack('>I8I4', epoch, attempt) .. sub(ask, 49, 80)
          .. times .. sub(ask, 81)
      else
        value = sub(ask, 18, 80) .. times .. sub(ask, 81)
      end
      if expires > 0 then
        redis.call('SET', key, value, 'PXAT', dropped(expires))
      else
        redis.call('SET', key, value)
      end
      replies[i + 1] = old and value
    else
      replies[i + 1] = old
      room = room - #old
    end
  end
end
return replies
