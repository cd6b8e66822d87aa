--[[
Prolongs a lease that is still the caller's own.

KEYS  1 lease
ARGV  1 token  2 lease, ms

Answers  1 renewed   0 not the caller's
]]
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])
