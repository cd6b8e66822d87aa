--[[
Takes the key for one worker, or says why it may not have it.

KEYS  1 lease (string: token)   2 record (hash)   3 form (hash)   4 meta (string)
      5 running (sorted set: token by the end of its lease)   6 sends (sorted set: token by the time of its arming)
ARGV  1 token  2 dataHash  3 form  4 label  5 messageId  6 createdAt, epoch ms  7 lease, ms
      8 left of the invocation, ms  9 retention, ms  10 expected meta
      11 the form's limit atOnce, 0 for none  12 its limit perMinute, 0 for none

Answers (flat arrays)
  claimed, attempt                    the caller may run the form
  held, lease left ms, holder left ms somebody else has the lease
  settled, submitted|refused, due     this very data came to its end before; counted in the record as a duplicate
  unknown, due                        sent before, without proof, or in a phase not known here; nobody holds it
                                      due: 1 where the record has an end that nobody was told of, else 0
  orphaned, armedBy, deadline in ms, now ms
                                      armed by a worker that is gone: the caller has the lease, only to look
  conflict, phase                     other data for the same identity stands in the way
  stale                               no record, and the message is older than records live
  paused                              the form was paused
  limited, atOnce|perMinute           as many runs have a lease, or as many were armed within a minute, as the form allows
  wrongLedger                         an emptied or swapped Redis: nothing was read or written
]]
local lease, record, form, meta, running, sends = unpack(KEYS)
local token, dataHash = ARGV[1], ARGV[2]
local leaseMs, remainingMs, retentionMs = tonumber(ARGV[7]), tonumber(ARGV[8]), tonumber(ARGV[9])
local atOnce, perMinute = tonumber(ARGV[11]), tonumber(ARGV[12])

-- An emptied Redis must not forget what was sent: checked inside the script, so that no swap can come between.
if redis.call('GET', meta) ~= ARGV[10] then return { 'wrongLedger' } end

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local phase = redis.call('HGET', record, 'phase')
local armed = phase == 'armed' or phase == 'unknown'

-- A write on every meeting: it renews the retention, and gives a WAIT behind it something to wait for.
if phase and not armed then redis.call('PEXPIRE', record, retentionMs) end
if armed then redis.call('HSET', record, 'metAt', now) end

local holder = redis.call('GET', lease)
if holder == token then
  -- The same command again (its answer was lost): the same answer, and no phase is written.
  local owner, armedBy = unpack(redis.call('HMGET', record, 'token', 'armedBy'))
  if phase == 'claimed' and owner == token then
    return { 'claimed', tonumber(redis.call('HGET', record, 'attempt')) }
  end
  if phase == 'armed' and armedBy ~= token then
    return { 'orphaned', armedBy, tonumber(redis.call('HGET', record, 'deadline')) - now, now }
  end
end

local due = redis.call('HEXISTS', record, 'event')
local function settled(as)
  redis.call('HINCRBY', record, 'duplicates', 1)
  return { 'settled', as, due }
end

-- Data first: a lease or a phase says nothing about other data.
if redis.call('HEXISTS', record, 'refused:' .. dataHash) == 1 then return settled('refused') end
local other = phase and redis.call('HGET', record, 'dataHash') ~= dataHash
if other and (holder or armed or phase == 'submitted') then return { 'conflict', phase } end

if phase == 'submitted' then return settled('submitted') end
if phase == 'unknown' then return { 'unknown', due } end
if holder then
  local deadline = tonumber(redis.call('HGET', record, 'holderDeadline') or now)
  return { 'held', math.max(redis.call('PTTL', lease), 0), math.max(deadline - now, 0) }
end
if phase == 'armed' then
  -- armedBy, armedAt and deadline belong to the worker that may still have a request under way.
  local armedBy, deadline = unpack(redis.call('HMGET', record, 'armedBy', 'deadline'))
  redis.call('SET', lease, token, 'PX', leaseMs)
  redis.call('HSET', record, 'holderDeadline', now + remainingMs)
  return { 'orphaned', armedBy, tonumber(deadline) - now, now }
end
-- A phase of another version of these scripts: perhaps it means that something was sent.
if phase and phase ~= 'open' and phase ~= 'claimed' and phase ~= 'refused' then return { 'unknown', due } end
-- A day less than the retention: the record may have expired while the message was on its way.
local DAY_MS = 86400000
if not phase and now - tonumber(ARGV[6]) > retentionMs - DAY_MS then return { 'stale' } end
if redis.call('HGET', form, 'paused') then return { 'paused' } end
-- A run whose lease has ended does not count: a crash frees its place.
if atOnce > 0 and redis.call('ZCOUNT', running, now, '+inf') >= atOnce then return { 'limited', 'atOnce' } end
-- Only so that no page is opened for nothing: `arm` decides.
local MINUTE_MS = 60000
if perMinute > 0 and redis.call('ZCOUNT', sends, '(' .. now - MINUTE_MS, '+inf') >= perMinute then
  return { 'limited', 'perMinute' }
end

-- Nothing was sent: none, open, claimed by a worker that is gone, or refused with other data.
if other then redis.call('HSET', record, 'attempt', 0) end
local attempt = redis.call('HINCRBY', record, 'attempt', 1)
redis.call('HINCRBY', record, 'fence', 1)
redis.call('HSET', record,
  'phase', 'claimed', 'form', ARGV[3], 'label', ARGV[4], 'token', token, 'messageId', ARGV[5],
  'dataHash', dataHash, 'createdAt', ARGV[6], 'claimedAt', now, 'holderDeadline', now + remainingMs)
-- An earlier arming is over: its sender has no say in what becomes of this claim. After the first writes, which take memory: a
-- script that began with one that takes none would write on in a full Redis, and grow it by a record.
redis.call('HDEL', record, 'armedBy', 'armedAt', 'deadline')
redis.call('PEXPIRE', record, retentionMs)
redis.call('SET', lease, token, 'PX', leaseMs)
if atOnce > 0 then
  redis.call('ZREMRANGEBYSCORE', running, '-inf', '(' .. now)
  redis.call('ZADD', running, now + leaseMs, token)
  if redis.call('PTTL', running) < leaseMs then redis.call('PEXPIRE', running, leaseMs) end
end
return { 'claimed', attempt }
