--[[
Gives back what the caller holds: claimed -> open, or a reconciler's lease on an armed record (whose phase stays).

KEYS  1 lease   2 record   3 running
ARGV  1 token  2 attempts: keep | refund | reset  3 reason  4 retention, ms

Answers  released   notOwner (somebody else's by now: nothing was written)
]]
local lease, record, running = KEYS[1], KEYS[2], KEYS[3]
local token, attempts = ARGV[1], ARGV[2]
local answer = 'notOwner'
local phase, owner = unpack(redis.call('HMGET', record, 'phase', 'token'))
if phase == 'claimed' and owner == token then
  -- First, since it takes no memory: after such a write a script may write on in a full Redis.
  redis.call('PEXPIRE', record, ARGV[4])
  redis.call('HSET', record, 'phase', 'open', 'reason', ARGV[3])
  if attempts == 'refund' then redis.call('HINCRBY', record, 'attempt', -1) end
  if attempts == 'reset' then redis.call('HSET', record, 'attempt', 0) end
  answer = 'released'
end
if redis.call('GET', lease) == token then
  redis.call('DEL', lease)
  answer = 'released'
end
if answer == 'released' then redis.call('ZREM', running, token) end
return answer
