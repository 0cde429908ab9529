-- Claims the record, or takes a lost one over, or tells how it stands.
-- KEYS: record. ARGV: call, scope, operation, key, fingerprint, lease in µs, ms to keep it beyond the lease, lost fence or ''.
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local head = redis.call('HMGET', KEYS[1], 'state', 'fence')
local fence, attempt, created = tonumber(head[2] or 0), '1', nil

if not head[1] then -- no record, or the fence of one that was released
    fence = math.max(fence + 1, now)
else
    local row = redis.call('HMGET', KEYS[1], 'scope', 'operation', 'key', 'fingerprint', 'state', 'code', 'answer', 'fence', 'attempt', 'lease', 'created', 'expires', 'call')
    local same = row[5] == 'C' and row[1] == ARGV[2] and row[2] == ARGV[3] and row[3] == ARGV[4]
    local mine = same and row[13] == ARGV[1] -- this very call claimed it, and its answer did not arrive
    local lost = same and row[8] == ARGV[8] and tonumber(row[10] or 0) <= now
    if not mine and not lost then
        return {'standing', string.format('%.0f', now), row}
    end
    attempt, created = row[9], row[11]
    if not mine then -- else it keeps the fence and gets its lease anew
        attempt = string.format('%.0f', attempt + 1)
        fence = math.max(fence + 1, now)
    end
end

local lease = now + ARGV[6]
local number = string.format('%.0f', fence)
redis.call('HSET', KEYS[1],
    'state', 'C',
    'fence', number,
    'attempt', attempt,
    'lease', string.format('%.0f', lease),
    'call', ARGV[1],
    'scope', ARGV[2],
    'operation', ARGV[3],
    'key', ARGV[4],
    'fingerprint', ARGV[5],
    'created', created or string.format('%.0f', now))
redis.call('PEXPIREAT', KEYS[1], string.format('%.0f', math.ceil(math.max(lease, fence) / 1000) + ARGV[7]))
return {'claimed', number, attempt}
