-- Ends the lease at once and leaves the outcome unknown.
-- KEYS: record. ARGV: fence, ms to keep the record. Returns 1, or 0 where the fence is lost.
local row = redis.call('HMGET', KEYS[1], 'state', 'fence')
if row[1] ~= 'C' or row[2] ~= ARGV[1] then
    return 0
end
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
redis.call('HDEL', KEYS[1], 'lease') -- first, so that a full Redis does not refuse
redis.call('HSET', KEYS[1], 'lease', string.format('%.0f', now))
redis.call('PEXPIREAT', KEYS[1], string.format('%.0f', math.ceil(math.max(now, tonumber(row[2])) / 1000) + ARGV[2]))
return 1
