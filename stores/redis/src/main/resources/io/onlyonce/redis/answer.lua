-- Keeps a finished record's answer, unless it is there.
-- KEYS: answer. ARGV: ms to keep it, then fields and their values. Returns 1, or 0 where it is there.
if redis.call('EXISTS', KEYS[1]) == 1 then
    return 0
end
redis.call('HSET', KEYS[1], unpack(ARGV, 2))
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return 1
