--[[
Which records are in a phase. Reads only.

KEYS  records
ARGV  1 phase

Answers the keys of those that are.
]]
local found = {}
for _, record in ipairs(KEYS) do
  if redis.call('HGET', record, 'phase') == ARGV[1] then found[#found + 1] = record end
end
return found
