-- Writes the answer, and lets the record expire when its retention is over.
-- KEYS: record. ARGV: call, fence, state, retention in ms, then any of: 'code', its value, 'answer', its value.
-- Returns 1, or 0 where the fence is lost.
local row = redis.call('HMGET', KEYS[1], 'state', 'fence', 'call')
if not row[1] or row[2] ~= ARGV[2] then
    return 0
end
if row[1] ~= 'C' then
    return row[3] == ARGV[1] and 1 or 0 -- this very call completed it, and its answer did not arrive
end
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local expires = string.format('%.0f', math.ceil(math.max(now, tonumber(row[2])) / 1000) + ARGV[4])
-- first, because a full Redis refuses a script whose first write needs memory: what is done is to be written
redis.call('PEXPIREAT', KEYS[1], expires)
redis.call('HSET', KEYS[1], 'state', ARGV[3], 'call', ARGV[1], 'expires', expires, unpack(ARGV, 5))
return 1
