--[[
armed -> open, by the token that armed: no byte was sent, or the target refused for certain.

KEYS  1 lease   2 record   3 running
ARGV  1 token  2 attempts: keep | refund | reset  3 reason  4 retention, ms

Answers  disarmed   wrongPhase (this token has no arming standing)
]]
local lease, record, running = KEYS[1], KEYS[2], KEYS[3]
local token, attempts = ARGV[1], ARGV[2]
local phase, armedBy = unpack(redis.call('HMGET', record, 'phase', 'armedBy'))
if phase ~= 'armed' or armedBy ~= token then return 'wrongPhase' end

-- First, since it takes no memory: after such a write a script may write on in a full Redis.
redis.call('PEXPIRE', record, ARGV[4])
redis.call('HSET', record, 'phase', 'open', 'reason', ARGV[3])
if attempts == 'refund' then redis.call('HINCRBY', record, 'attempt', -1) end
if attempts == 'reset' then redis.call('HSET', record, 'attempt', 0) end
redis.call('ZREM', running, token)
if redis.call('GET', lease) == token then redis.call('DEL', lease) end
return 'disarmed'
