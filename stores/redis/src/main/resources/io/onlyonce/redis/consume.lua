-- Takes one use of the token for a call.
-- KEYS: token. ARGV: call (16 bytes). Returns 1, or 0 where there is none left.
local row = redis.call('HMGET', KEYS[1], 'uses', 'calls')
local calls = row[2] or ''
for i = 1, #calls, 16 do
    if string.sub(calls, i, i + 15) == ARGV[1] then
        return 1 -- this very call took its use, and its answer did not arrive
    end
end
local uses = tonumber(row[1] or 0)
if uses < 1 then
    return 0
end
-- a full Redis refuses a script whose first write needs memory: a token that was issued is to be good, so this one deletes first
redis.call('HDEL', KEYS[1], 'uses')
redis.call('HSET', KEYS[1], 'uses', string.format('%.0f', uses - 1), 'calls', string.sub(calls .. ARGV[1], -1600)) -- the last 100
return 1
