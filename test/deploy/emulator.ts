/** The AWS of the rehearsal: moto's server on this machine. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startChild } from '../../local/children.ts';
import { freePort } from '../../local/ports.ts';
import { SCRIPTS } from './python.ts';

export const REGION = 'eu-west-1';
const READY_LIMIT_MS = 60_000;
const POLL_MS = 100;

export interface Emulator {
  readonly url: string;
  stop(): Promise<void>;
}

/** @throws Error with what it said when it does not answer */
export async function startEmulator(python: string): Promise<Emulator> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = await startChild(python, [join(SCRIPTS, 'emulator.py'), String(port)], {
    env: rehearsalEnvironment(url),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.process.stderr?.on('data', (data: Buffer) => {
    // What it says at first tells why it does not start; later it only counts requests.
    if (said.length < 20_000) said += data;
  });
  const deadline = performance.now() + READY_LIMIT_MS;
  const answers = () =>
    fetch(`${url}/moto-api/`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await answers())) {
    if (child.process.exitCode !== null || performance.now() > deadline) {
      await child.stop();
      throw new Error(`The AWS emulator does not answer:\n${said}`);
    }
    await sleep(POLL_MS);
  }
  return { url, stop: child.stop };
}

/**
 * An environment in which AWS is what answers at `url`, whatever this machine is set up for: nothing of the rehearsal must
 * ever reach an account that costs money.
 */
export function rehearsalEnvironment(url: string): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(AWS|SLS|SERVERLESS|BOTO)_/.test(name));
  return {
    ...Object.fromEntries(own),
    AWS_ENDPOINT_URL: url,
    AWS_ACCESS_KEY_ID: 'rehearsal',
    AWS_SECRET_ACCESS_KEY: 'rehearsal',
    AWS_REGION: REGION,
    AWS_DEFAULT_REGION: REGION,
    AWS_CONFIG_FILE: '/dev/null',
    AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
    AWS_EC2_METADATA_DISABLED: 'true',
    NO_PROXY: '127.0.0.1',
    no_proxy: '127.0.0.1',
    SLS_NOTIFICATIONS_MODE: 'off',
    SLS_TELEMETRY_DISABLED: '1',
    // osls asks every 5 s how far CloudFormation is.
    SLS_AWS_MONITORING_FREQUENCY: '200',
    PYTHONDONTWRITEBYTECODE: '1',
  };
}
