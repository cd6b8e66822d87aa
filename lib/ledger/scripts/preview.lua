--[[
What `claim` would answer to this data now. Reads only, so that people and producers may ask as often as they like.

KEYS  1 lease   2 record   3 form   4 meta
ARGV  1 dataHash  2 createdAt, epoch ms  3 retention, ms  4 expected meta

Answers a kind, the phase ('' without a record) and the stored outcome (JSON, '' unless settled). The kinds are those of `claim`,
by the same rules in the same order, with `free` for `claimed`: a worker would run it. `limited` is not asked for: it passes
within a minute.
]]
local lease, record, form, meta = unpack(KEYS)
local dataHash, createdAt, retentionMs = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
if redis.call('GET', meta) ~= ARGV[4] then return { 'wrongLedger', '', '' } end

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local phase, itsHash, outcome, refusal =
  unpack(redis.call('HMGET', record, 'phase', 'dataHash', 'outcome', 'refused:' .. dataHash))
local armed = phase == 'armed' or phase == 'unknown'
local holder = redis.call('GET', lease)

if refusal then return { 'settled', 'refused', refusal } end
local other = phase and itsHash ~= dataHash
if other and (holder or armed or phase == 'submitted') then return { 'conflict', phase, '' } end
if phase == 'submitted' then return { 'settled', phase, outcome or '' } end
if phase == 'unknown' then return { 'unknown', phase, '' } end
if holder then return { 'held', phase or '', '' } end
if phase == 'armed' then return { 'orphaned', phase, '' } end
if phase and phase ~= 'open' and phase ~= 'claimed' and phase ~= 'refused' then return { 'unknown', phase, '' } end
local DAY_MS = 86400000
if not phase and now - createdAt > retentionMs - DAY_MS then return { 'stale', '', '' } end
if redis.call('HGET', form, 'paused') then return { 'paused', phase or '', '' } end
return { 'free', phase or '', '' }
