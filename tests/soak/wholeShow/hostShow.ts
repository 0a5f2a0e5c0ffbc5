import type { Browser } from 'playwright';
import { type Mode, modes } from '#shared/contract/preset.ts';
import { type Simulator, startSimulator } from '#tests/simulator/simulator.ts';
import { presetOf } from '#tests/support/onAir.ts';
import { until } from '#tests/support/until.ts';
import { Booth } from './booth.ts';
import { agree, incidents, type Stage } from './incidents.ts';
import { correct } from './operators.ts';
import { RoomPageLoads } from './pageLine.ts';
import { type Sample, takeSample } from './sample.ts';
import { type Verdict, verdictOf } from './verdict.ts';

export interface ShowPlan {
  browser: Browser;
  seed: number;
  /** Minimum length of the show in its own time (s), and the speed at which it is played. */
  seconds: number;
  speed: number;
  /** Messages with a gift per second of the show. */
  giftsPerSecond: number;
  /** Samples per round. */
  looks: number;
  /** How often each mode is played and each incident happens. */
  passes: number;
  say(line: string): void;
}

export interface ShowResult extends Verdict {
  samples: Sample[];
  /** Errors of all pages and programs, and what was wrong with an incident. */
  complaints: string[];
  incidents: number;
}

const HOST = 'host.of.the.long.show';
/** Rounds of each mode in one pass. */
const ROUNDS = 2;
const LONGEST_ACT_MS = 600_000;
/** The names of incidents, in their order. */
const happens = Object.keys(incidents);

/**
 * Plays a whole show at high speed, on two servers with wrong clocks: sign-in, presets, every mode with its rounds, which
 * a program leads, two windows and a second operator who make corrections, overlays, a scene, OBS and a receiver of
 * webhooks. All incidents happen. At the end come the report and its files, and the payout. Then compares all counts with
 * the platform's totals.
 */
export async function hostShow(plan: ShowPlan): Promise<ShowResult> {
  const { seed, speed, giftsPerSecond, browser } = plan;
  const roomPage = new RoomPageLoads();
  const simulator = await startSimulator({
    username: HOST,
    script: 'mixed',
    held: true,
    faults: 'duplicate,reorder',
    seed,
    speed,
    giftsPerSecond,
    roomPage: () => roomPage.next(),
  });
  const booth = new Booth(browser, simulator);
  try {
    await booth.open();
    const stage: Stage = { booth, simulator, roomPage, username: HOST, complaints: [] };
    const show = new HostedShow(plan, stage);
    await show.play();
    simulator.pause();
    await simulator.allAcked();
    for (const complaint of stage.complaints) plan.say(complaint);
    const verdict = await verdictOf(booth, simulator, plan.say);
    const complaints = [...stage.complaints, ...booth.complaints];
    return { ...verdict, samples: show.samples, complaints, incidents: show.incidents };
  } finally {
    await booth.close();
    await simulator.close();
  }
}

/** Plays the rounds of all modes, with the incidents spread evenly over them. */
class HostedShow {
  readonly samples: Sample[] = [];
  /** How many incidents have happened. */
  incidents = 0;
  readonly #plan: ShowPlan;
  readonly #stage: Stage;
  readonly #booth: Booth;
  readonly #simulator: Simulator;
  readonly #acts: readonly Mode[];

  constructor(plan: ShowPlan, stage: Stage) {
    this.#plan = plan;
    this.#stage = stage;
    this.#booth = stage.booth;
    this.#simulator = stage.simulator;
    this.#acts = Array.from({ length: plan.passes }, () => modes).flat();
  }

  async play(): Promise<void> {
    await this.#prepare();
    const rounds = this.#acts.length * ROUNDS;
    const all = happens.length * this.#plan.passes;
    for (const [act, mode] of this.#acts.entries()) {
      await this.#choose(mode);
      for (let round = 0; round < ROUNDS; round += 1) {
        await this.#begin(mode);
        await this.#gifts(rounds);
        await this.#correct();
        const isLast = act === this.#acts.length - 1 && round === ROUNDS - 1;
        const due = isLast ? all : Math.floor(((act * ROUNDS + round + 1) * all) / rounds);
        while (this.incidents < due) await this.#happen();
        if (mode !== 'sticker') await this.#booth.program.act('round.end');
      }
      const { gifts } = this.#simulator.delivered();
      this.#plan.say(`${mode}: ${gifts} gifts ${JSON.stringify(this.samples.at(-1) ?? {})}`);
    }
  }

  /** Makes a preset for each mode, connects, and starts by the button; then viewers begin to send. */
  async #prepare(): Promise<void> {
    const { operator, windows } = this.#booth;
    for (const mode of modes) {
      const preset = { ...presetOf(this.#simulator), name: mode, mode, round: { length: 0 } };
      await operator.call('presets.save', { preset });
    }
    const { lines } = await operator.call('lines.list', {});
    await operator.call('lines.save', {
      lines: lines.map((line) => (line.id === 'line2' ? { ...line, kind: 'page' } : line)),
    });
    await this.#choose(modes[0]);
    const [host] = windows;
    await host.connect(HOST);
    await host.page.getByText('Connected.', { exact: false }).waitFor();
    await host.button(/^Start/).click();
    await host.button(/^Pause/).waitFor();
    this.#simulator.resume();
  }

  async #choose(mode: Mode): Promise<void> {
    const { operator } = this.#booth;
    const { presets } = await operator.call('presets.list', {});
    const preset = presets.find(({ name }) => name === mode);
    await operator.call('session.choosePreset', { presetId: preset?.id ?? '' });
  }

  /** A program leads the rounds. */
  async #begin(mode: Mode): Promise<void> {
    const { program } = this.#booth;
    const sides = { attacker: ['a1', 'a2'], defender: ['a3', 'a4'] };
    if (mode === 'sticker') return;
    await program.act('round.prepare', mode === 'battle' ? sides : {});
    await program.act('round.start');
  }

  async #correct(): Promise<void> {
    const { operator } = this.#booth;
    await correct(operator, 'anchor:a1');
    await correct(operator, 'uncounted');
    await operator.call('ledger.undo', {});
  }

  async #happen(): Promise<void> {
    const at = this.incidents;
    const name = happens[at % happens.length] ?? '';
    const begun = performance.now();
    await incidents[name]?.(this.#stage, at);
    await agree(this.#stage, name);
    this.#simulator.resume();
    this.incidents += 1;
    this.#plan.say(`incident ${at + 1}: ${name}, ${Math.round(performance.now() - begun)} ms`);
  }

  /** Lets viewers send for the length of a round and takes samples. */
  async #gifts(rounds: number): Promise<void> {
    const { looks, seconds } = this.#plan;
    const roundMs = (seconds * 1000) / rounds;
    const parts = Math.max(1, looks);
    for (let part = 0; part < parts; part += 1) {
      const enough = this.#simulator.played() + roundMs / parts;
      await until(() => this.#simulator.played() >= enough, 'gifts', LONGEST_ACT_MS);
      if (part < looks) await this.#look();
    }
  }

  async #look(): Promise<void> {
    const [host] = this.#booth.windows;
    const sample = await takeSample(this.#booth.node, host.page);
    const hour = Math.round(this.#simulator.played() / 36_000) / 100;
    this.samples.push({ hour, gifts: this.#simulator.delivered().gifts, ...sample });
  }
}
