-- Lists an item's holds that are as old as this, or older.
-- KEYS: item. ARGV: age in ms. Returns reference, pieces, reference, pieces, …
local time = redis.call('TIME')
local latest = time[1] * 1000 + math.floor(time[2] / 1000) - ARGV[1]
local all = redis.call('HGETALL', KEYS[1])
local found = {}
for i = 1, #all, 2 do
    if string.sub(all[i], 1, 5) == 'hold:' then
        local pieces, since = string.match(all[i + 1], '^(%d+) (%d+)$')
        if tonumber(since) <= latest then
            found[#found + 1] = string.sub(all[i], 6)
            found[#found + 1] = pieces
        end
    end
end
return found
