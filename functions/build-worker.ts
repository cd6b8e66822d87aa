import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { lackOfSpace } from '../lib/chromium/space.ts';
import { DEFAULTS } from '../lib/config/defaults.ts';
import { policyOf } from '../lib/config/policy.ts';
import type { StageParameters } from '../lib/config/stage.ts';
import { accept } from '../lib/form/accept.ts';
import type { Registry } from '../lib/form/registry.ts';
import { runWithoutSecrets, verifyWithoutSecrets } from '../lib/form/without-secrets.ts';
import { RedisLedger } from '../lib/ledger/redis-ledger.ts';
import { type Finished, runBatch } from '../lib/queue/batch.ts';
import { queueClient } from '../lib/queue/client.ts';
import { createdAtMs } from '../lib/queue/created-at.ts';
import { type Message, parseMessage } from '../lib/queue/message.ts';
import type { Queues, SqsDelivery } from '../lib/queue/sqs-delivery.ts';
import type { Browsers } from '../lib/senders/gated-context.ts';
import { needsBrowser, openRun, verifierOf } from '../lib/senders/open-run.ts';
import { afterFault } from '../lib/submission/dispositions.ts';
import { ParkError } from '../lib/submission/errors.ts';
import type { Telemetry } from '../lib/submission/ports.ts';
import type { Submission } from '../lib/submission/submission.ts';
import { submitOnce } from '../lib/submission/submit-once.ts';
import { checkForms } from './check-forms.ts';
import { systemClock } from './clock.ts';
import { evidenceOf } from './evidence.ts';
import { ledgerOptions } from './ledger-options.ts';
import { outcomesOf } from './outcomes.ts';
import type { Stop } from './stop.ts';

export interface WorkerParts {
  readonly stage: StageParameters;
  readonly registry: Registry;
  readonly browsers: Browsers;
  readonly telemetry: Telemetry;
  /** How it is told to stop. Absent where nobody tells it. */
  readonly stop?: Stop;
}

interface Ready {
  readonly submission: Submission;
  readonly inBrowser: boolean;
}

export interface Worker {
  handle(event: SQSEvent, context: Pick<Context, 'getRemainingTimeInMillis'>): Promise<SQSBatchResponse>;
  close(): void;
}

/** Puts the worker's parts together: message -> submission -> submitOnce -> disposition. */
export function buildWorker({ stage, registry, browsers, telemetry, stop }: WorkerParts): Worker {
  const ledger = new RedisLedger(ledgerOptions(stage));
  const outcomes = outcomesOf(stage, telemetry);
  const client = queueClient({
    endpoint: stage.sqsEndpoint,
    tries: DEFAULTS.queueTries,
    timeoutMs: DEFAULTS.queueTimeoutMs,
  });
  const queues: Queues = {
    client,
    sourceUrl: stage.queueUrl,
    parkingUrl: stage.parkingUrl,
    maxHideMs: DEFAULTS.maxHideMs,
  };
  const clock = systemClock;
  const policy = policyOf(stage);
  const allows = checkForms(registry, stage);
  const world = { ledger, outcomes, clock, policy, telemetry, random: Math.random };
  const run = {
    browsers,
    localTargets: stage.demoTarget === undefined ? [] : [new URL(stage.demoTarget).host],
    evidence: evidenceOf(stage, telemetry),
  };

  /** @throws ParkError for whatever is wrong with the data */
  function submissionOf(message: Message, bornMs: (bodyMs?: number) => number): Ready {
    const { form: name, data: received, createdAtMs: bodyMs, ...times } = message;
    const { form, data, secrets, ...rest } = accept(registry, name, received, {
      allows: (formName, host) => allows.get(formName)?.(host) ?? false,
      ...(stage.pepper === undefined ? {} : { pepper: stage.pepper }),
    });
    const timeouts = {
      navigationMs: form.timeouts?.navigationMs ?? stage.navigationTimeoutMs,
      actionMs: form.timeouts?.actionMs ?? stage.actionTimeoutMs,
    };
    const proofTimeoutMs = form.timeouts?.proofMs ?? stage.proofTimeoutMs;
    const options = { ...run, form, data, secrets, timeouts };
    const verify = verifierOf(options);
    const submission: Submission = {
      ...rest,
      ...times,
      form: name,
      createdAtMs: bornMs(bodyMs),
      flightGraceMs: form.flightGraceMs ?? stage.flightGraceMs,
      proofTimeoutMs,
      // Loads one page, and waits for what it says.
      verifyTimeoutMs: timeouts.navigationMs + proofTimeoutMs,
      ...(form.limits && { limits: form.limits }),
      open: () => runWithoutSecrets(openRun(options), secrets),
      ...(verify && { verify: verifyWithoutSecrets(verify, secrets) }),
    };
    return { submission, inBrowser: needsBrowser(form) };
  }

  async function finish(
    record: SQSRecord,
    delivery: SqsDelivery,
    remainingMs: () => number,
  ): Promise<Finished> {
    const bornMs = (bodyMs?: number) => createdAtMs(record, bodyMs);
    let ready: Ready;
    let named: string | undefined;
    try {
      const message = parseMessage(record.body);
      named = message.form;
      ready = submissionOf(message, bornMs);
    } catch (thrown) {
      if (!(thrown instanceof ParkError)) throw thrown;
      const { reason, errors } = thrown;
      const form = named !== undefined && registry.has(named) ? { form: named } : {};
      return { disposition: { kind: 'parked', reason, errors }, createdAtMs: bornMs(), ...form };
    }
    const { submission, inBrowser } = ready;
    // Before the claim: a full disk is no fault of the submission, and must not use up its attempts.
    const lack = inBrowser ? await lackOfSpace() : undefined;
    if (lack !== undefined) {
      telemetry.count('LowSpace');
      return {
        disposition: afterFault(delivery.receives, policy, lack),
        createdAtMs: submission.createdAtMs,
        form: submission.form,
      };
    }
    const invocation = { remainingMs, ...(stop && { stopping: stop.signal }) };
    const disposition = await submitOnce({ ...world, submission, delivery, invocation });
    return { disposition, createdAtMs: submission.createdAtMs, form: submission.form, key: submission.key };
  }

  return {
    handle(event, context) {
      // Read once and counted down by our own clock: Lambda answers 0 when it kills late, and that is not "no limit".
      const endsMs = clock.monotonicMs() + context.getRemainingTimeInMillis();
      const remainingMs = () => Math.min(endsMs - clock.monotonicMs(), stop?.leftMs() ?? Infinity);
      return runBatch(event, {
        queues,
        telemetry,
        outcomes,
        remainingMs,
        policy,
        handle: (record, delivery) => finish(record, delivery, remainingMs),
      });
    },
    close() {
      ledger.close();
      outcomes.close();
      client.destroy();
    },
  };
}
