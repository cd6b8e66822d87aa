/** What a process finds around it in Lambda, as far as one Linux machine can give it. */
import { execFile } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Child, startChild } from '../../local/children.ts';
import { filter } from './seccomp.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const HANDLER = '/var/task/functions';
/** As in Lambda. */
const USER = '993';
const GROUP = '990';
const MIB = 1024 * 1024;

/**
 * All the libraries there are. Amazon Linux 2023, as Lambda has it, has each of these, and none of the others that a
 * desktop or a server has.
 */
const LIBRARIES = [
  ...['libc.so.6', 'libm.so.6', 'libdl.so.2', 'libpthread.so.0', 'librt.so.1', 'libresolv.so.2'],
  ...['libgcc_s.so.1', 'libstdc++.so.6', 'libz.so.1', 'libsqlite3.so.0'],
];
const LOADER = '/lib64/ld-linux-x86-64.so.2';

/** The AWS SDK that the runtime brings, and what it needs. */
const RUNTIME_PACKAGES = ['@aws-sdk', '@aws', '@smithy', 'bowser', 'tslib'];

export interface Sandbox {
  /** The unpacked zip of the function. */
  readonly task: string;
  /** The unpacked layer, where there is one. */
  readonly opt?: string;
  readonly tmpMib?: number;
}

/** Without it Node cannot tell where the home of a user is who has no HOME. */
const PASSWD = `sbx_user1051:x:${USER}:${GROUP}::/home/sbx_user1051:/sbin/nologin\n`;

/** Makes sandboxes with the program `bwrap`. `folder` receives what they are made of. */
export async function sandboxes(bwrap: string, folder: string) {
  const filterFile = join(folder, 'seccomp-filter');
  const passwd = join(folder, 'passwd');
  await Promise.all([writeFile(filterFile, filter), writeFile(passwd, PASSWD)]);
  const libraries = await librariesOfThisMachine();

  const readOnly = (from: string, to: string) => ['--ro-bind', from, to];
  const argumentsFor = ({ task, opt, tmpMib = 512 }: Sandbox) => [
    // Processes, users and shared memory of its own. The network is this machine's: Redis, the queue and the target are there.
    ...[
      '--unshare-user',
      '--uid',
      USER,
      '--gid',
      GROUP,
      '--unshare-pid',
      '--unshare-ipc',
      '--die-with-parent',
    ],
    ...[...libraries].flatMap(([name, file]) => readOnly(file, name)),
    ...readOnly('/bin/sh', '/bin/sh'),
    ...readOnly(passwd, '/etc/passwd'),
    ...readOnly(process.execPath, '/var/lang/bin/node'),
    ...readOnly(join(ROOT, 'test/lambda/runtime.ts'), '/var/runtime/runtime.ts'),
    ...RUNTIME_PACKAGES.flatMap((name) =>
      readOnly(join(ROOT, 'node_modules', name), `/var/runtime/node_modules/${name}`),
    ),
    ...readOnly(task, '/var/task'),
    ...(opt === undefined ? ['--dir', '/opt'] : readOnly(opt, '/opt')),
    ...['--proc', '/proc'],
    // With /dev/shm, which is then there and of no use.
    ...['--dev', '/dev', '--remount-ro', '/dev'],
    ...['--size', String(tmpMib * MIB), '--tmpfs', '/tmp'],
    ...['--remount-ro', '/', '--chdir', '/var/task'],
    // The fourth of the files that the process is given, see `start`.
    ...['--seccomp', '3'],
  ];

  /** Runs a program of the sandbox. */
  async function start(
    sandbox: Sandbox,
    command: readonly string[],
    variables: NodeJS.ProcessEnv,
  ): Promise<Child> {
    const rules = openSync(filterFile, 'r');
    try {
      return await startChild(bwrap, [...argumentsFor(sandbox), '--', ...command], {
        env: { ...variables, ...LAMBDA },
        stdio: ['ignore', 'pipe', 'pipe', rules],
      });
    } finally {
      closeSync(rules);
    }
  }

  return {
    /** Starts the runtime with the function `name`. */
    startRuntime: (sandbox: Sandbox, name: string, variables: NodeJS.ProcessEnv) =>
      start(sandbox, ['/var/lang/bin/node', '/var/runtime/runtime.ts', `${HANDLER}/${name}.mjs`], variables),
    start,
  };
}

/** https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html */
const LAMBDA = {
  LANG: 'en_US.UTF-8',
  TZ: ':UTC',
  PATH: '/var/lang/bin:/usr/local/bin:/usr/bin/:/bin:/opt/bin',
  LD_LIBRARY_PATH:
    '/var/lang/lib:/lib64:/usr/lib64:/var/runtime:/var/runtime/lib:/var/task:/var/task/lib:/opt/lib',
  NODE_PATH: '/opt/nodejs/node24/node_modules:/opt/nodejs/node_modules:/var/runtime/node_modules',
  LAMBDA_TASK_ROOT: '/var/task',
  LAMBDA_RUNTIME_DIR: '/var/runtime',
  AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
  AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '2048',
  AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
  AWS_LAMBDA_LOG_GROUP_NAME: '/aws/lambda/worker',
  AWS_LAMBDA_LOG_STREAM_NAME: '2026/01/01/[$LATEST]0',
};

/** Where the sandbox has its libraries, and which files of this machine they are. */
async function librariesOfThisMachine(): Promise<Map<string, string>> {
  const places = new Map([[LOADER, LOADER]]);
  const { stdout } = await promisify(execFile)('/sbin/ldconfig', ['-p']);
  for (const name of LIBRARIES) {
    const line = stdout
      .split('\n')
      .find((one) => one.trim().startsWith(`${name} `) && one.includes('x86-64'));
    const file = line?.split(' => ')[1];
    if (file === undefined)
      throw new Error(`This machine has no ${name}: install it (Debian: libsqlite3-0, zlib1g)`);
    places.set(join('/lib64', name), file);
  }
  await access(LOADER);
  return places;
}
