-- Ends a hold whose pieces are gone for good.
-- KEYS: item. ARGV: reference. Returns 1, or 0 where the reference holds nothing.
local row = redis.call('HMGET', KEYS[1], 'held', 'hold:' .. ARGV[1])
if not row[2] then
    return 0
end
local pieces = tonumber(string.match(row[2], '^%d+'))
redis.call('HDEL', KEYS[1], 'hold:' .. ARGV[1]) -- first, so that a full Redis does not refuse
redis.call('HSET', KEYS[1], 'held', string.format('%.0f', row[1] - pieces))
return 1
