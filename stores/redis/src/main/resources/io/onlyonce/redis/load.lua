-- Sets what is left of an item: a quantity without what is held.
-- KEYS: item. ARGV: quantity, '1' to set an item that is not known or '0' to correct one that is, ms to keep the item.
-- Returns 1, or 0 where it is known or not known, as the case may be.
local row = redis.call('HMGET', KEYS[1], 'left', 'held')
if (not row[1]) ~= (ARGV[2] == '1') then
    return 0
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('HSET', KEYS[1], 'left', string.format('%.0f', ARGV[1] - (row[2] or 0)))
redis.call('PEXPIREAT', KEYS[1], string.format('%.0f', now + ARGV[3]))
return 1
