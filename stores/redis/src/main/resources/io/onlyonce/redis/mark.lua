-- Marks a token as used by a call.
-- KEYS: mark. ARGV: call, ms since 1970 until which it must be kept, ms to keep it beyond. Returns 1, or 0 where another call marked it.
local used = redis.call('HMGET', KEYS[1], 'used')[1]
if used then
    return used == ARGV[1] and 1 or 0 -- this very call marked it, and its answer did not arrive
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('HSET', KEYS[1], 'used', ARGV[1])
redis.call('PEXPIREAT', KEYS[1], string.format('%.0f', math.max(now, tonumber(ARGV[2])) + ARGV[3]))
return 1
