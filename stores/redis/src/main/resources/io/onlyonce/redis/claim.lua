-- Claims the record, or takes a lost one over, or tells how it stands.
-- KEYS: record. ARGV: call, scope, operation, key, fingerprint, lease in µs, ms to keep it beyond the lease, lost fence or ''.
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local row = redis.call('HMGET', KEYS[1], 'state', 'fence', 'attempt', 'lease', 'call', 'scope', 'operation', 'key', 'created')
local state, fence, attempt = row[1], tonumber(row[2] or 0), tonumber(row[3] or 0)
local same = row[6] == ARGV[2] and row[7] == ARGV[3] and row[8] == ARGV[4]
local lost = state == 'C' and tonumber(row[4] or 0) <= now
local created = now

if state == 'C' and same and row[5] == ARGV[1] then
    -- this very call claimed it, and its answer did not arrive: it keeps the fence and gets its lease anew
    created = tonumber(row[9])
elseif not state then
    attempt = 1
    fence = math.max(fence + 1, now)
elseif lost and same and row[2] == ARGV[8] then
    attempt = attempt + 1
    fence = math.max(fence + 1, now)
    created = tonumber(row[9])
else
    return {'standing', string.format('%.0f', now), redis.call('HMGET', KEYS[1], 'scope', 'operation', 'key', 'fingerprint', 'state', 'code', 'answer', 'fence', 'attempt', 'lease', 'created', 'expires')}
end

local lease = now + ARGV[6]
redis.call('HSET', KEYS[1],
    'state', 'C',
    'fence', string.format('%.0f', fence),
    'attempt', string.format('%.0f', attempt),
    'lease', string.format('%.0f', lease),
    'call', ARGV[1],
    'scope', ARGV[2],
    'operation', ARGV[3],
    'key', ARGV[4],
    'fingerprint', ARGV[5],
    'created', string.format('%.0f', created))
redis.call('PEXPIREAT', KEYS[1], string.format('%.0f', math.ceil(math.max(lease, fence) / 1000) + ARGV[7]))
return {'claimed', string.format('%.0f', fence), string.format('%.0f', attempt)}
