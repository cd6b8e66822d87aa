--[[
Writes into a record's history what a person did with its message. Where there is no record, nothing.

KEYS  1 record
ARGV  1 who  2 what: retried | kept | discarded  3 why, may be empty

Answers 1 (written) or 0. How long the record lives does not change.
]]
local record = KEYS[1]
if redis.call('EXISTS', record) == 0 then return 0 end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local log = redis.call('HGET', record, 'log')
local entries = log and cjson.decode(log) or {}
entries[#entries + 1] = { who = ARGV[1], why = ARGV[3], did = ARGV[2], at = now }
redis.call('HSET', record, 'log', cjson.encode(entries))
return 1
