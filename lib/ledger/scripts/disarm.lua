--[[
armed -> open, by the token that armed: no byte was sent, or the target refused for certain.

KEYS  1 lease   2 record
ARGV  1 token  2 attempts: keep | refund | reset  3 reason  4 retention, ms

Answers  disarmed   wrongPhase (this token has no arming standing)
]]
local lease, record = KEYS[1], KEYS[2]
local token, attempts = ARGV[1], ARGV[2]
local phase, armedBy = unpack(redis.call('HMGET', record, 'phase', 'armedBy'))
if phase ~= 'armed' or armedBy ~= token then return 'wrongPhase' end

redis.call('HSET', record, 'phase', 'open', 'reason', ARGV[3])
if attempts == 'refund' then redis.call('HINCRBY', record, 'attempt', -1) end
if attempts == 'reset' then redis.call('HSET', record, 'attempt', 0) end
redis.call('PEXPIRE', record, ARGV[4])
if redis.call('GET', lease) == token then redis.call('DEL', lease) end
return 'disarmed'
