/** Messages that a channel holds at most; the ones that end soonest go first. */
const maxRetained = 10_000;

/**
 * KEYS: lease. ARGV: owner, milliseconds. Takes, extends or gives it up; 0 where another owner has
 * it.
 */
export const leaseScript = `
local owner = redis.call('GET', KEYS[1])
if owner and owner ~= ARGV[1] then return 0 end
if ARGV[2] == '0' then redis.call('DEL', KEYS[1])
else redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2]) end
return 1`;

/** By the clock of Redis, which all processes share. */
const now = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)`;

/**
 * ARGV: bytes that a value may have. Returns the time in milliseconds, then the value of each key,
 * unless it is longer, and the milliseconds for which it still holds.
 */
export const readScript = `${now}
local found = { now }
for index, key in ipairs(KEYS) do
  local fits = redis.call('STRLEN', key) <= tonumber(ARGV[1])
  found[2 * index] = fits and redis.call('GET', key)
  found[2 * index + 1] = redis.call('PTTL', key)
end
return found`;

/**
 * KEYS: what the channel holds. ARGV: channel, message, milliseconds. A full Redis refuses all but
 * the PUBLISH.
 */
export const announceScript = `
redis.call('PUBLISH', ARGV[1], ARGV[3] .. ' ' .. ARGV[2])
local hold = tonumber(ARGV[3])
if hold > 0 then ${now}
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
  redis.call('ZADD', KEYS[1], now + hold, ARGV[2])
  redis.call('ZREMRANGEBYRANK', KEYS[1], 0, -${maxRetained + 1})
  redis.call('PEXPIRE', KEYS[1], math.max(hold, redis.call('PTTL', KEYS[1])))
end`;

/** Bytes of the messages that are read from a channel. */
const maxRetainedBytes = 16 * 1024 * 1024;

/**
 * KEYS: what the channel holds. ARGV: bytes that a message may have. Returns each message, and the
 * milliseconds for which it still holds, but no more than a channel of ours can hold.
 */
export const retainedScript = `${now}
local held = redis.call('ZRANGEBYSCORE', KEYS[1], now + 1, '+inf', 'WITHSCORES', 'LIMIT', 0, ${maxRetained})
local found, bytes = {}, 0
for index = 1, #held, 2 do
  local fits = #held[index] <= tonumber(ARGV[1]) and bytes + #held[index] <= ${maxRetainedBytes}
  if fits then
    bytes = bytes + #held[index]
    found[#found + 1] = held[index]
    found[#found + 1] = tostring(math.floor(held[index + 1] - now))
  end
end
return found`;
