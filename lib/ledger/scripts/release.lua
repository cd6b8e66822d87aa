--[[
Gives back what the caller holds: claimed -> open, or a reconciler's lease on an armed record (whose phase stays).

KEYS  1 lease   2 record
ARGV  1 token  2 attempts: keep | refund | reset  3 reason  4 retention, ms

Answers  released   notOwner (somebody else's by now: nothing was written)
]]
local lease, record = KEYS[1], KEYS[2]
local token, attempts = ARGV[1], ARGV[2]
local answer = 'notOwner'
local phase, owner = unpack(redis.call('HMGET', record, 'phase', 'token'))
if phase == 'claimed' and owner == token then
  redis.call('HSET', record, 'phase', 'open', 'reason', ARGV[3])
  if attempts == 'refund' then redis.call('HINCRBY', record, 'attempt', -1) end
  if attempts == 'reset' then redis.call('HSET', record, 'attempt', 0) end
  redis.call('PEXPIRE', record, ARGV[4])
  answer = 'released'
end
if redis.call('GET', lease) == token then
  redis.call('DEL', lease)
  answer = 'released'
end
return answer
