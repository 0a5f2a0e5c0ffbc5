import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { argv, execArgv, execPath } from 'node:process';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { raiseHeapGrowth } from '#backstage/heap.ts';

/**
 * `npm run bench -- [NAME...] [--json]`: runs the benches with these names (all by default) and prints their figures.
 * With --json the last line is one flat object. A figure that ends in `.ratio` is measured against a baseline in the
 * same run and is comparable between machines. Several benches run one after another in processes of their own, so that
 * memory and compiled code of one do not affect the next.
 */
type Bench = () => Promise<Record<string, number>>;

const benches: Record<string, () => Promise<{ bench: Bench }>> = {
  api: () => import('./api.ts'),
  cluster: () => import('./cluster.ts'),
  cpu: () => import('./cpu.ts'),
  decode: () => import('./decode.ts'),
  fanout: () => import('./fanout.ts'),
  fold: () => import('./fold.ts'),
  homepage: () => import('./homepage.ts'),
  overlay: () => import('./overlayFrames.ts'),
  page: () => import('./page.ts'),
  publish: () => import('./publish.ts'),
  remote: () => import('./remote.ts'),
  reopen: () => import('./reopen.ts'),
  screen: () => import('./screen.ts'),
  shows: () => import('./shows.ts'),
  takeOver: () => import('./takeOver.ts'),
  million: () => import('./million.ts'),
};

/** Ends a bench that hangs, for example after a browser crash. */
const LONGEST_MINUTES = 20;

// Use the server's heap settings, so that the simulator in this process leaves CPU time for the measured process.
raiseHeapGrowth();
const args = argv.slice(2);
const asJson = args.includes('--json');
const wanted = args.filter((arg) => !arg.startsWith('--'));
const unknown = wanted.filter((name) => !Object.keys(benches).some((known) => name.split('.')[0] === known));
if (unknown.length > 0) {
  process.stderr.write(
    `There is no bench ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}.\n`,
  );
  process.exit(1);
}

const chosen = Object.entries(benches).filter(
  ([name]) => wanted.length === 0 || wanted.some((entry) => entry.split('.')[0] === name),
);
const figures: Record<string, number> = {};
for (const [name, load] of chosen) {
  const limit = setTimeout(() => {
    process.stderr.write(`The bench ${name} did not end within ${LONGEST_MINUTES} minutes.\n`);
    process.exit(1);
  }, LONGEST_MINUTES * 60_000);
  Object.assign(figures, await (chosen.length === 1 ? measured(load) : measuredApart(name)));
  clearTimeout(limit);
}
if (asJson) process.stdout.write(`${JSON.stringify(figures)}\n`);

async function measured(load: () => Promise<{ bench: Bench }>): Promise<Record<string, number>> {
  const { bench } = await load();
  const rounded: Record<string, number> = {};
  for (const [figure, value] of Object.entries(await bench())) {
    rounded[figure] = Number(value.toPrecision(4));
    process.stdout.write(`${figure.padEnd(44)} ${rounded[figure]}\n`);
  }
  return rounded;
}

async function measuredApart(name: string): Promise<Record<string, number>> {
  const child = spawn(execPath, [...execArgv, import.meta.filename, name, '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = () => void child.kill('SIGKILL');
  process.once('exit', stop);
  const ended = once(child, 'exit');
  let read: Record<string, number> = {};
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('{')) read = z.record(z.string(), z.number()).parse(JSON.parse(line));
    else process.stdout.write(`${line}\n`);
  }
  const [code] = await ended;
  process.off('exit', stop);
  if (code !== 0) process.exit(1);
  return read;
}
