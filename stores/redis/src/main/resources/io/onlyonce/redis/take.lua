-- Takes pieces out of an item's quantity and holds them for a reference.
-- KEYS: item. ARGV: reference, pieces, ms to keep the item.
-- Returns {'taken'}, also where the reference holds them already; {'too-little', what is left}; or {'unknown'}.
local row = redis.call('HMGET', KEYS[1], 'left', 'held', 'hold:' .. ARGV[1])
if row[3] then
    return {'taken'}
end
if not row[1] then
    return {'unknown'}
end
local left = tonumber(row[1])
if left < tonumber(ARGV[2]) then
    return {'too-little', row[1]}
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('HSET', KEYS[1],
    'left', string.format('%.0f', left - ARGV[2]),
    'held', string.format('%.0f', (row[2] or 0) + ARGV[2]),
    'hold:' .. ARGV[1], ARGV[2] .. ' ' .. string.format('%.0f', now))
redis.call('PEXPIREAT', KEYS[1], string.format('%.0f', now + ARGV[3]))
return {'taken'}
