--[[
Notes that a form's page did not fit its definition, and pauses the form once that many keys in a row met the same: nothing would
be won by opening the page for all others. `arm` starts the row anew.

KEYS  1 form
ARGV  1 key  2 brake: keys in a row

Answers  noted   paused (by this one)
]]
local form, key, brake = KEYS[1], ARGV[1], tonumber(ARGV[2])
local met = redis.call('HGET', form, 'misfits') or ''
local count = 1
for other in string.gmatch(met, '%S+') do
  -- One submission that fails again and again may be at fault itself.
  if other == key then return 'noted' end
  count = count + 1
end
redis.call('HSET', form, 'misfits', met .. ' ' .. key)
if count < brake then return 'noted' end
local new = redis.call('HSETNX', form, 'paused', 'brake: the page did not fit the definition, ' .. count .. ' submissions in a row')
return new == 1 and 'paused' or 'noted'
