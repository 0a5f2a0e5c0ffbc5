import type { SoakOptions, SoakResult } from './soak.ts';

/**
 * `npm run soak -- [NAME...] [--count=N] [--seed=N] [--speed=N]`: runs tests that take hours. Prints a line for each
 * step and one JSON object as the last line; exits with 1 on a failure. `--speed=1` plays shows in real time.
 */
interface Soak {
  soak(options: SoakOptions): Promise<SoakResult>;
}

const soaks: Record<string, () => Promise<Soak>> = {
  accounts: () => import('./accounts.ts'),
  cluster: () => import('./cluster.ts'),
  desktop: () => import('./desktop.ts'),
  kills: () => import('./kills.ts'),
  longshow: () => import('./wholeShow.ts'),
  obs: () => import('./obs.ts'),
  overlays: () => import('./overlays.ts'),
  page: () => import('./page.ts'),
  patroni: () => import('./patroni.ts'),
};

const args = process.argv.slice(2);
const wanted = args.filter((arg) => !arg.startsWith('--'));
const unknown = wanted.filter((name) => !Object.hasOwn(soaks, name));
if (unknown.length > 0) {
  process.stderr.write(
    `There is no soak ${unknown.join(', ')}. There are: ${Object.keys(soaks).join(', ')}.\n`,
  );
  process.exit(1);
}

const count = numberOf('count');
const seed = numberOf('seed') ?? Date.now() % 1_000_000;
const speed = numberOf('speed', { isWhole: false });
const say = (line: string) => process.stdout.write(`${line}\n`);
const results: Record<string, SoakResult> = {};
for (const [name, load] of Object.entries(soaks)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  say(`== ${name} (seed ${seed})`);
  const { soak } = await load();
  results[name] = await soak({ count, seed, speed, say });
}
say(JSON.stringify({ seed, ...results }));
process.exitCode = Object.values(results).every(({ passed }) => passed) ? 0 : 1;

function numberOf(name: string, { isWhole = true } = {}): number | undefined {
  const text = args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
  if (text === undefined) return undefined;
  const value = Number(text);
  if (value > 0 && Number.isFinite(value) && (!isWhole || Number.isInteger(value))) return value;
  process.stderr.write(`--${name} takes a ${isWhole ? 'whole ' : ''}number above 0, not "${text}".\n`);
  process.exit(1);
}
