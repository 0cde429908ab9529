-- Puts a token down, or tells what this very call put down when its answer did not arrive; what was consumed since stays consumed.
-- KEYS: token. ARGV: uses, lifetime in ms. Returns the ms at which it expires.
local known = redis.call('HMGET', KEYS[1], 'expires')[1]
if known then
    return tonumber(known)
end
local time = redis.call('TIME')
local expires = time[1] * 1000 + math.floor(time[2] / 1000) + ARGV[2]
local text = string.format('%.0f', expires)
redis.call('HSET', KEYS[1], 'uses', ARGV[1], 'expires', text)
redis.call('PEXPIREAT', KEYS[1], text)
return expires
