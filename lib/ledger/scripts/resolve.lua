--[[
A verdict on a submission without proof, by the form's verify (which holds the lease) or by an operator (no token).

KEYS  1 lease   2 record
ARGV  1 token, empty for an operator  2 what was judged: armedBy, of a refusal settledBy  3 verdict: landed | absent
      4 when the look began, by this server's clock, epoch ms  5 flightGrace, ms  6 outcome, JSON
      7 who  8 why  9 retention, ms

Answers
  resolved
  tooEarly    absent is believed only when the look began after deadline + flightGrace
  refused     another arming or refusal stands, the verifier's lease is gone, somebody holds it, or there is nothing to resolve
]]
local lease, record = KEYS[1], KEYS[2]
local token, judged, verdict = ARGV[1], ARGV[2], ARGV[3]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local phase, armedBy, armedAt, deadline, dataHash, log, settledBy, settledAt, outcome, messageId, attempt, createdAt, label =
  unpack(redis.call('HMGET', record, 'phase', 'armedBy', 'armedAt', 'deadline', 'dataHash', 'log', 'settledBy', 'settledAt',
    'outcome', 'messageId', 'attempt', 'createdAt', 'label'))
-- Before anything is written: what cannot be read must not leave half a verdict behind.
local entries = log and cjson.decode(log) or {}
local holder = redis.call('GET', lease)
local operator = token == ''

local reopened = phase == 'refused' and operator and verdict == 'absent'
if reopened then
  if settledBy ~= judged then return 'refused' end
else
  if phase ~= 'armed' and phase ~= 'unknown' then return 'refused' end
  if armedBy ~= judged then return 'refused' end
  if not operator and holder ~= token then return 'refused' end
  if verdict == 'absent' then
    if operator and holder then return 'refused' end
    local certain = tonumber(deadline) + tonumber(ARGV[5])
    if now < certain or tonumber(ARGV[4]) < certain then return 'tooEarly' end
  end
end

-- First, since it takes no memory: after such a write a script may write on in a full Redis.
redis.call('PEXPIRE', record, ARGV[9])
-- What is to be told, as it is now: before that is done, a worker may claim what is open again.
local event = cjson.encode({
  type = verdict == 'landed' and 'submitted' or 'reopened', messageId = messageId, attempt = tonumber(attempt),
  createdAt = tonumber(createdAt), label = label,
})
redis.call('HSET', record, 'eventDue', now, 'event', event)
if verdict == 'landed' then
  redis.call('HSET', record, 'phase', 'submitted', 'outcome', ARGV[6], 'settledAt', now, 'settledBy', token)
else
  redis.call('HSET', record, 'phase', 'open', 'reason', ARGV[8])
  if reopened then redis.call('HDEL', record, 'refused:' .. dataHash) end
  if operator then redis.call('HSET', record, 'attempt', 0) end
end
local entry = { who = ARGV[7], why = ARGV[8], verdict = verdict, armedBy = judged, at = now, armedAt = tonumber(armedAt) }
-- With the end that was judged: the next one is written over it. An armed record has only ends of earlier armings.
if phase ~= 'armed' then
  entry.ended = { phase = phase, at = tonumber(settledAt), outcome = outcome }
end
entries[#entries + 1] = entry
redis.call('HSET', record, 'log', cjson.encode(entries))
-- To run again, a worker claims under a fresh token: there is no short cut from a verdict to a send.
if not operator then redis.call('DEL', lease) end
return 'resolved'
