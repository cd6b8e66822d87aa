--[[
A record whose end nobody was told of yet. Reads only.

KEYS  1 record   2 meta
ARGV  1 expected meta

Answers
  field, value, …   of the record
  nothing           there is none, or nothing is due
  wrongLedger       an emptied or swapped Redis: its events are those of somebody else
]]
local record, meta = KEYS[1], KEYS[2]
if redis.call('GET', meta) ~= ARGV[1] then return { 'wrongLedger' } end
if redis.call('HEXISTS', record, 'event') == 0 then return {} end
return redis.call('HGETALL', record)
