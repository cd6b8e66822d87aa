--[[
Keeps an event that could not be told and that no record holds, until the sweep tells it.

KEYS  1 events that are due (hash: event by id)   2 meta
ARGV  1 id  2 event, JSON  3 retention, ms  4 expected meta

Answers  kept   wrongLedger (an emptied or swapped Redis: nothing was written)
]]
local events, meta = KEYS[1], KEYS[2]
if redis.call('GET', meta) ~= ARGV[4] then return 'wrongLedger' end
redis.call('HSET', events, ARGV[1], ARGV[2])
redis.call('PEXPIRE', events, ARGV[3])
return 'kept'
