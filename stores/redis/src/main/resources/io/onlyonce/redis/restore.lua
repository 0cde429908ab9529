-- Gives back the use that a call took whose caller was told that the store is not to be had, so that nothing was run.
-- KEYS: token. ARGV: call (16 bytes). Returns 1, or 0 where that call has taken none.
local row = redis.call('HMGET', KEYS[1], 'uses', 'calls')
local calls = row[2] or ''
for i = 1, #calls, 16 do
    if string.sub(calls, i, i + 15) == ARGV[1] then
        redis.call('HDEL', KEYS[1], 'uses') -- first, so that a full Redis does not refuse
        redis.call('HSET', KEYS[1], 'uses', string.format('%.0f', row[1] + 1), 'calls', string.sub(calls, 1, i - 1) .. string.sub(calls, i + 16))
        return 1
    end
end
return 0
