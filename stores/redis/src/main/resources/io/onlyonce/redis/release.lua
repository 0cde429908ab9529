-- Removes the claim. Fence and call stay for a while: the next fence must be greater, and the same call may ask again.
-- KEYS: record. ARGV: call, fence, ms to keep them. Returns 1, or 0 where the fence is lost.
local row = redis.call('HMGET', KEYS[1], 'state', 'fence', 'call')
if row[2] ~= ARGV[2] then
    return 0
end
if row[1] ~= 'C' then
    return not row[1] and row[3] == ARGV[1] and 1 or 0 -- this very call released it, and its answer did not arrive
end
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do
    if field ~= 'fence' then
        redis.call('HDEL', KEYS[1], field) -- the steps' results, too
    end
end
redis.call('HSET', KEYS[1], 'call', ARGV[1])
redis.call('PEXPIREAT', KEYS[1], string.format('%.0f', math.ceil(math.max(now, tonumber(row[2])) / 1000) + ARGV[3]))
return 1
