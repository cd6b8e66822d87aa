--[[
What the sweep has to look at, of some records. Reads only.

KEYS  records
ARGV  1 for how long an end must have been due, ms; negative: none is looked for

Answers two lists of keys: those that are armed, and those with an end that nobody was told of.
]]
local afterMs = tonumber(ARGV[1])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local armed, due = {}, {}
for _, record in ipairs(KEYS) do
  local phase, event, dueAt = unpack(redis.call('HMGET', record, 'phase', 'event', 'eventDue'))
  if phase == 'armed' then armed[#armed + 1] = record end
  if event and afterMs >= 0 and (tonumber(dueAt) or 0) + afterMs <= now then due[#due + 1] = record end
end
return { armed, due }
