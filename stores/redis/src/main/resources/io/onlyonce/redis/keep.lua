-- Keeps a step's result, unless it has one.
-- KEYS: record. ARGV: fence, step, result. Returns 1, or 0 where the fence is lost.
local row = redis.call('HMGET', KEYS[1], 'state', 'fence')
if row[1] ~= 'C' or row[2] ~= ARGV[1] then
    return 0
end
redis.call('HSETNX', KEYS[1], 'step:' .. ARGV[2], ARGV[3])
return 1
