-- Reads the record. A script, so that a connection that reads from replicas asks the master all the same.
-- KEYS: record.
local time = redis.call('TIME')
return {string.format('%.0f', time[1] * 1000000 + time[2]), redis.call('HMGET', KEYS[1], 'scope', 'operation', 'key', 'fingerprint', 'state', 'code', 'answer', 'fence', 'attempt', 'lease', 'created', 'expires')}
