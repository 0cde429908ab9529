-- Lets the claim last for the time from now.
-- KEYS: record. ARGV: fence, lease in µs, ms to keep it beyond the lease. Returns 1, or 0 where the fence is lost.
local row = redis.call('HMGET', KEYS[1], 'state', 'fence')
if row[1] ~= 'C' or row[2] ~= ARGV[1] then
    return 0
end
local time = redis.call('TIME')
local lease = time[1] * 1000000 + time[2] + ARGV[2]
-- a full Redis refuses a script whose first write needs memory: a running claim is to go on, so this one deletes first
redis.call('HDEL', KEYS[1], 'lease')
redis.call('HSET', KEYS[1], 'lease', string.format('%.0f', lease))
redis.call('PEXPIREAT', KEYS[1], string.format('%.0f', math.ceil(math.max(lease, tonumber(row[2])) / 1000) + ARGV[3]))
return 1
