--[[
claimed -> armed, the point of no return: once it answers `armed`, one request may leave, and nobody else submits.

KEYS  1 lease   2 record   3 form   4 sends
ARGV  1 token  2 until the sender is dead for certain, ms  3 lease that must be left, ms
      4 the form's limit perMinute, 0 for none

Answers
  armed       send at once
  lost        the lease is not the caller's, or about to end
  wrongPhase  the record is not the caller's claim
  paused      the form was paused since the claim
  limited     as many were armed within a minute as the form allows
]]
local lease, record, form, sends = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local token, perMinute = ARGV[1], tonumber(ARGV[4])
if redis.call('GET', lease) ~= token then return 'lost' end

local phase, owner, armedBy = unpack(redis.call('HMGET', record, 'phase', 'token', 'armedBy'))
if phase == 'armed' and armedBy == token then
  -- The same command again. A write, so that a WAIT behind it cannot be confirmed by a replica that knows nothing of it.
  redis.call('HINCRBY', record, 'armSeq', 1)
  return 'armed'
end
if phase ~= 'claimed' or owner ~= token then return 'wrongPhase' end
if redis.call('PTTL', lease) < tonumber(ARGV[3]) then return 'lost' end
if redis.call('HGET', form, 'paused') then return 'paused' end

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local MINUTE_MS = 60000
if perMinute > 0 and redis.call('ZCOUNT', sends, '(' .. now - MINUTE_MS, '+inf') >= perMinute then
  return 'limited'
end
redis.call('HSET', record, 'phase', 'armed', 'armedBy', token, 'armedAt', now, 'deadline', now + ARGV[2])
redis.call('HINCRBY', record, 'armSeq', 1)
-- The page fits its definition.
redis.call('HDEL', form, 'misfits')
-- What was perhaps sent is remembered until somebody knows what became of it.
redis.call('PERSIST', record)
if perMinute > 0 then
  redis.call('ZREMRANGEBYSCORE', sends, '-inf', now - MINUTE_MS)
  -- Stays when the arming is taken back: perhaps something reached the target after all.
  redis.call('ZADD', sends, now, token)
  redis.call('PEXPIRE', sends, MINUTE_MS)
end
return 'armed'
