-- Ends a hold, and puts its pieces back.
-- KEYS: item. ARGV: reference. Returns 1, or 0 where the reference holds nothing.
local row = redis.call('HMGET', KEYS[1], 'left', 'held', 'hold:' .. ARGV[1])
if not row[3] then
    return 0
end
local pieces = tonumber(string.match(row[3], '^%d+'))
redis.call('HDEL', KEYS[1], 'hold:' .. ARGV[1]) -- first, so that a full Redis does not refuse
redis.call('HSET', KEYS[1], 'held', string.format('%.0f', row[2] - pieces))
if row[1] then
    redis.call('HSET', KEYS[1], 'left', string.format('%.0f', row[1] + pieces))
end
return 1
