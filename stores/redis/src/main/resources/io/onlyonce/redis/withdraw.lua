-- Takes back what a call claimed whose caller was told that the store is not to be had, so that nothing was run.
-- A fresh claim is removed; a taken-over one is lost again.
-- KEYS: record. ARGV: call, ms to keep a removed claim's fence, ms to keep a lost claim. Returns 1, or 0 where that call holds no claim.
local row = redis.call('HMGET', KEYS[1], 'state', 'fence', 'call', 'attempt')
if row[1] ~= 'C' or row[3] ~= ARGV[1] then
    return 0
end
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local keep = ARGV[2]
redis.call('HDEL', KEYS[1], 'lease')
if row[4] == '1' then
    redis.call('HDEL', KEYS[1], 'state', 'attempt', 'scope', 'operation', 'key', 'fingerprint', 'created')
else
    redis.call('HSET', KEYS[1], 'lease', string.format('%.0f', now))
    keep = ARGV[3]
end
redis.call('PEXPIREAT', KEYS[1], string.format('%.0f', math.ceil(math.max(now, tonumber(row[2])) / 1000) + keep))
return 1
