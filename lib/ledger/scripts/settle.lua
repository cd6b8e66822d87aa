--[[
Writes the outcome and releases the lease in one step.

KEYS  1 lease   2 record   3 form   4 running
ARGV  1 token  2 phase: submitted | refused | unknown  3 outcome, JSON  4 retention, ms  5 brake: unknowns in a row

Answers  settled   settledAndPaused (and the brake has paused the form)   notOwner (nothing was written)

Who may settle, from which phase
  claimed   the lease holder, `submitted` or `refused`: the page said so before any submit
  armed     the token that armed, also after its lease; or a reconciler that holds the lease, only `unknown`
  unknown   the token that armed, with late proof
]]
local lease, record, form, running = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local token, outcome = ARGV[1], ARGV[2]
local phase, owner, armedBy, dataHash, messageId, attempt, createdAt, label = unpack(redis.call(
  'HMGET', record, 'phase', 'token', 'armedBy', 'dataHash', 'messageId', 'attempt', 'createdAt', 'label'))
local holds = redis.call('GET', lease) == token

local mine = false
if phase == 'claimed' then
  mine = owner == token and holds and outcome ~= 'unknown'
elseif phase == 'armed' then
  mine = armedBy == token or (holds and outcome == 'unknown')
elseif phase == 'unknown' then
  mine = armedBy == token and outcome ~= 'unknown'
end
if not mine then
  local again = phase == outcome and (armedBy == token or owner == token or redis.call('HGET', record, 'settledBy') == token)
  if not again then return 'notOwner' end
  -- The same command again: a write, for the WAIT behind it.
  redis.call('HINCRBY', record, 'settleSeq', 1)
  return 'settled'
end

-- First, since it takes no memory: after such a write a script may write on in a full Redis.
redis.call('PERSIST', record)
local answer = 'settled'
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
-- What is to be told, as it is now: before that is done, other data may claim a record that is refused.
local event = cjson.encode({
  type = outcome, messageId = messageId, attempt = tonumber(attempt), createdAt = tonumber(createdAt), label = label,
})
redis.call('HSET', record,
  'phase', outcome, 'outcome', ARGV[3], 'settledAt', now, 'settledBy', token, 'eventDue', now, 'event', event)
if outcome == 'refused' then redis.call('HSET', record, 'refused:' .. dataHash, ARGV[3]) end
if outcome == 'unknown' then
  -- The brake: a form that no longer tells what became of its submissions must not go on sending them.
  if redis.call('HINCRBY', form, 'unknownsInARow', 1) >= tonumber(ARGV[5]) then
    redis.call('HSETNX', form, 'paused', 'brake: ' .. ARGV[5] .. ' unknown outcomes in a row')
    answer = 'settledAndPaused'
  end
else
  redis.call('PEXPIRE', record, ARGV[4])
  redis.call('HDEL', form, 'unknownsInARow')
end
redis.call('ZREM', running, token)
if holds then redis.call('DEL', lease) end
return answer
