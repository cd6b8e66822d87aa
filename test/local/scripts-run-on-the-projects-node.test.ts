import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newProject } from './project-support.ts';

test('arguments, exit code, PATH and Lua reach the script and its children', async (t) => {
  const project = await newProject(t);
  await project.write('answer.lua', 'return "42"');
  await project.write('child.ts', 'import lua from "./answer.lua"; console.log("child", lua);');
  await project.write(
    'script.ts',
    `import { execFileSync } from 'node:child_process';
     import lua from './answer.lua';
     console.log(JSON.stringify(process.argv.slice(2)), lua);
     console.log(process.env.PATH!.split(':')[0]);
     console.log(String(execFileSync(process.execPath, ['child.ts'])));
     process.exitCode = 7;`,
  );
  const { output, exitCode } = await project.start('script.ts', 'one', 'two words').end;
  assert.equal(exitCode, 7, output);
  assert.match(output, /\["one","two words"\] return "42"/);
  assert.match(output, /child return "42"/);
  assert.ok(output.includes(`${project.folder}/node_modules/.bin\n`), output);
});

test('a signal reaches the script once, and its clean-up is waited for', async (t) => {
  const project = await newProject(t);
  await project.write(
    'script.ts',
    `let signals = 0;
     process.on('SIGINT', () => {
       signals += 1;
       setTimeout(() => { console.log('cleaned up after', signals); process.exit(130); }, 300);
     });
     setInterval(() => {}, 1000);
     console.log('ready');`,
  );
  const running = project.start('script.ts');
  await running.prints('ready');
  // As under npm: the terminal's, and npm's own.
  process.kill(running.pid, 'SIGINT');
  process.kill(running.pid, 'SIGINT');
  const { output, exitCode } = await running.end;
  assert.match(output, /cleaned up after 1\n$/);
  assert.equal(exitCode, 130);
});

test('a script that dies of a signal is told by the exit code', async (t) => {
  const project = await newProject(t);
  await project.write('script.ts', 'process.kill(process.pid, "SIGKILL");');
  assert.equal((await project.start('script.ts').end).exitCode, 137);
});

test('a missing script is named', async (t) => {
  const project = await newProject(t);
  const { output, exitCode } = await project.start('nowhere.ts').end;
  assert.equal(exitCode, 1);
  assert.match(output, /no script at "nowhere.ts"/);
});
