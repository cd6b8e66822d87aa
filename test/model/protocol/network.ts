/** A command on its way to the ledger and back, with everything that a network does to it. */
import { apply, type Ledger, type Step } from '../ledger-model.ts';
import type { Rules } from '../rules.ts';
import type { Emit, Setting } from './setting.ts';
import { including, type Past, type Verdict, type World, without } from './world.ts';

/** Goes on with the answer; without one where none came. */
export type GoOn = (world: World, answer: string | undefined) => World;

/** Emits the world after each thing that may become of the command. */
export function ask(world: World, step: Step, label: string, setting: Setting, emit: Emit, goOn: GoOn): void {
  const [answer, after] = execute(world, step, setting);
  emit(`${label} -> ${answer}`, goOn(after, answer));
  if (setting.lostReplies) {
    emit(`${label} executed, reply lost`, goOn(after, undefined));
    emit(`${label} lost on its way`, goOn(world, undefined));
    if (step.do === 'claim' || step.do === 'settle') {
      const [second, twice] = execute(after, step, setting);
      emit(`${label} executed, reply lost, sent again -> ${second}`, goOn(twice, second));
    }
  }
  if (setting.lateCopies && world.late === undefined) {
    emit(`${label} -> ${answer}, and a copy is under way`, goOn({ ...after, late: step }, answer));
    emit(`${label} delayed, given up`, goOn({ ...world, late: step }, undefined));
  }
}

export function execute(
  world: World,
  asked: Step,
  { rules }: Setting,
): readonly [answer: string, next: World] {
  const before = world.ledger;
  const step = asked.do === 'resolve' ? seenFromNow(asked, before, rules) : asked;
  const [answer, after] = apply(before, step, rules);
  if (after === before) return [answer, world];
  const past = remember(world.past, before, step, answer, after);
  return [answer, { ...world, ledger: essential(after), past }];
}

/** A look at an earlier arming began before this one's deadline. */
function seenFromNow(verdict: Verdict, { armedBy }: Ledger, rules: Rules): Verdict {
  if (!rules.lookBeginsAfterDeadline) return { ...verdict, look: 'late' };
  return verdict.judged === armedBy ? verdict : { ...verdict, look: 'early' };
}

function remember(past: Past, before: Ledger, step: Step, answer: string, { phase, data }: Ledger): Past {
  let next = past;
  if (data !== '' && phase !== before.phase && (phase === 'submitted' || phase === 'refused')) {
    next = { ...next, settled: including(next.settled, data) };
    if (phase === 'refused') next = { ...next, refused: including(next.refused, data) };
  }
  if (step.do === 'resolve' && answer === 'resolved') {
    const reopened = before.phase === 'refused';
    if (reopened && data !== '') next = { ...next, refused: without(next.refused, data) };
    if (step.judged !== (reopened ? before.settledBy : before.armedBy)) next = { ...next, wrongArming: true };
  }
  return next;
}

/** Without what decides nothing between the deliveries of one key: counters, and what no script reads any more. */
function essential(ledger: Ledger): Ledger {
  const { phase, owner, armedBy, overdue, settledBy } = ledger;
  const settled = phase === 'submitted' || phase === 'refused' || phase === 'unknown';
  const sent = settled || phase === 'armed';
  return {
    ...ledger,
    attempt: 0,
    unknownsInARow: 0,
    paused: false,
    owner: phase === 'claimed' || (settled && owner !== armedBy && owner !== settledBy) ? owner : '',
    armedBy: sent ? armedBy : '',
    overdue: sent && overdue && phase !== 'submitted' && phase !== 'refused',
    settledBy: settled ? settledBy : '',
  };
}
