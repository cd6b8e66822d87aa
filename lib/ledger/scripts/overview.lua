--[[
One step of a walk through all records: how many are in each phase, and which may be among the newest. Reads only. It scans by
itself: the names of all keys would otherwise travel here and back.

KEYS  none: they are not known before
ARGV  1 cursor, 0 to begin  2 keys that one step looks at, a hint  3 pattern of the records' keys
      then by twos: phase, and since when a record of it must have changed to be named, epoch ms

Answers
  next cursor (0 at the end), then for each phase in the order given: its count, and a flat list: record, when it changed, …
]]
local scanned = redis.call('SCAN', ARGV[1], 'COUNT', ARGV[2], 'MATCH', ARGV[3])
local counts, since, named = {}, {}, {}
for at = 4, #ARGV, 2 do
  local phase = ARGV[at]
  counts[phase], since[phase], named[phase] = 0, tonumber(ARGV[at + 1]), {}
end
for _, record in ipairs(scanned[2]) do
  -- Each field costs a tenth of the step. An arming follows its claim within seconds, so that need not be read.
  local phase, claimedAt, settledAt, metAt =
    unpack(redis.call('HMGET', record, 'phase', 'claimedAt', 'settledAt', 'metAt'))
  if phase and counts[phase] then
    counts[phase] = counts[phase] + 1
    local changed = math.max(tonumber(claimedAt) or 0, tonumber(settledAt) or 0, tonumber(metAt) or 0)
    if changed >= since[phase] then
      local found = named[phase]
      found[#found + 1] = record
      found[#found + 1] = changed
    end
  end
end
local answer = { scanned[1] }
for at = 4, #ARGV, 2 do
  answer[#answer + 1] = counts[ARGV[at]]
  answer[#answer + 1] = named[ARGV[at]]
end
return answer
