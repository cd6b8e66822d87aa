/** What happens around the workers: time, the network, the target, the queue and a person. */
import { OPERATOR } from '../ledger-model.ts';
import { ask, execute } from './network.ts';
import type { Emit, Setting } from './setting.ts';
import { moved, type Verdict, type World, without } from './world.ts';

export function stepsAround(world: World, setting: Setting, emit: Emit): void {
  time(world, setting, emit);
  failover(world, emit);
  targetSteps(world, setting, emit);
  lateCopy(world, setting, emit);
  queue(world, setting, emit);
  if (setting.person) person(world, setting, emit);
}

function time(world: World, setting: Setting, emit: Emit): void {
  const { ledger, workers, flights } = world;
  if (ledger.holder !== '') emit('the lease expires', execute(world, { do: 'expireLease' }, setting)[1]);
  if ((ledger.phase !== 'armed' && ledger.phase !== 'unknown') || ledger.overdue) return;
  // The host kills whoever is still running at its deadline; until then it may be stalled, and wake up.
  const alive = workers.some(({ token }) => token === ledger.armedBy);
  const { absentAwaitsSender, absentAwaitsRequest } = setting.rules;
  if (absentAwaitsSender && alive) return;
  if (absentAwaitsRequest && flights.includes(ledger.armedBy)) return;
  emit('the sender is dead, its requests drained', execute(world, { do: 'passGrace' }, setting)[1]);
}

function failover(world: World, emit: Emit): void {
  const { ledger, replica, failedOver } = world;
  if (replica === undefined || replica === ledger) return;
  emit('the replica catches up', { ...world, replica: ledger });
  if (!failedOver) emit('failover to the replica', { ...world, ledger: replica, failedOver: true });
}

export function targetSteps(world: World, { mishaps, refusals, expiries }: Setting, emit: Emit): void {
  for (const token of world.flights) {
    const arrived = { ...world, flights: without(world.flights, token) };
    const recorded = { ...arrived, entries: world.entries + 1 };
    emit('the target records it, the answer is lost', recorded);
    if (mishaps) emit('the request is lost', arrived);
    const nth = world.workers.findIndex((worker) => worker.at === 'await' && worker.token === token);
    const worker = world.workers[nth];
    if (worker === undefined) continue;
    emit(
      'the target records it, the receipt arrives',
      moved(recorded, nth, { at: 'settle', as: 'submitted' }),
    );
    if (refusals)
      emit('the target refuses, and its word arrives', moved(arrived, nth, { at: 'settle', as: 'refused' }));
    if (!expiries) continue;
    emit('not open yet', moved(arrived, nth, { at: 'disarm', onward: 'idle' }));
    // A second expired session is not believed: no third send.
    if (!worker.fresh)
      emit('the session had expired', moved(arrived, nth, { at: 'disarm', onward: 'claim' }));
  }
}

function lateCopy(world: World, setting: Setting, emit: Emit): void {
  if (world.late === undefined) return;
  const arrived = { ...world, late: undefined };
  emit(`the late copy of ${world.late.do} arrives`, execute(arrived, world.late, setting)[1]);
  emit('the late copy is lost', arrived);
}

function queue(world: World, { queueParks }: Setting, emit: Emit): void {
  const { messages, parked } = world;
  messages.forEach((message, nth) => {
    if (!queueParks || !message.queued) return;
    const left = messages.map((other, at) => (at === nth ? { ...other, queued: false } : other));
    const copies = parked.includes(message.data) ? parked : [...parked, message.data];
    emit(`the queue moves m${nth} to parking`, { ...world, messages: left, parked: copies });
  });
  if (world.redrives === 0) return;
  for (const data of parked) {
    const back = { ...world, redrives: world.redrives - 1, messages: [...messages, { data, queued: true }] };
    emit(`${data} is sent again from parking`, { ...back, parked: without(parked, data) });
  }
}

function person(world: World, setting: Setting, emit: Emit): void {
  const { ledger, entries } = world;
  if (world.person) {
    const told = { ...world, person: undefined };
    ask(told, world.person, `a person resolves: ${world.person.verdict}`, setting, emit, (after) => after);
    return;
  }
  const sees = (verdict: Verdict['verdict'], judged: string) => {
    const look = ledger.overdue || ledger.phase === 'refused' ? 'late' : 'early';
    // Answered `tooEarly` whenever it is told.
    if (verdict === 'absent' && look === 'early' && setting.rules.lookBeginsAfterDeadline) return;
    emit(`a person sees: ${verdict}`, {
      ...world,
      person: { do: 'resolve', token: OPERATOR, judged, verdict, look },
    });
  };
  if (ledger.phase === 'armed' || ledger.phase === 'unknown') {
    sees(entries > 0 ? 'landed' : 'absent', ledger.armedBy);
  }
  if (ledger.phase === 'refused' && entries === 0) sees('absent', ledger.settledBy);
}
