--[[
An end was told: it is no longer due. Unless the record has come to its next end meanwhile, which is still to be told.

KEYS  1 record
ARGV  1 eventDue as it was told  2 event as it was told

Answers 1 (nothing is due any more) or 0. How long the record lives does not change.
]]
local due, event = unpack(redis.call('HMGET', KEYS[1], 'eventDue', 'event'))
if due ~= ARGV[1] or event ~= ARGV[2] then return 0 end
redis.call('HDEL', KEYS[1], 'eventDue', 'event')
return 1
