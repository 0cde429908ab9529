-- Takes back the mark of a call whose caller was told that the store is not to be had, so that nothing was run.
-- KEYS: mark. ARGV: call. Returns 1, or 0 where it is not that call's.
if redis.call('HMGET', KEYS[1], 'used')[1] ~= ARGV[1] then
    return 0
end
redis.call('HDEL', KEYS[1], 'used')
return 1
