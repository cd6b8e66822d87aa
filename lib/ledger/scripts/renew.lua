--[[
Prolongs a lease that is still the caller's own, and with it its place among the running ones, where it has one.

KEYS  1 lease   2 running
ARGV  1 token  2 lease, ms

Answers  1 renewed   0 not the caller's
]]
local lease, running = KEYS[1], KEYS[2]
local token, leaseMs = ARGV[1], tonumber(ARGV[2])
if redis.call('GET', lease) ~= token then return 0 end
-- First, since it takes no memory: after such a write a script may write on in a full Redis.
local renewed = redis.call('PEXPIRE', lease, leaseMs)
if redis.call('ZSCORE', running, token) then
  local time = redis.call('TIME')
  redis.call('ZADD', running, time[1] * 1000 + math.floor(time[2] / 1000) + leaseMs, token)
  if redis.call('PTTL', running) < leaseMs then redis.call('PEXPIRE', running, leaseMs) end
end
return renewed
