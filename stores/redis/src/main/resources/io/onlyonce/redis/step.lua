-- Reads a step's result. A script, so that a connection that reads from replicas asks the master all the same.
-- KEYS: record. ARGV: step. Returns {1, result}, or {0}.
local result = redis.call('HGET', KEYS[1], 'step:' .. ARGV[1])
return result and {'1', result} or {'0'}
