import { rmSync } from 'node:fs';
import type { Browser } from 'playwright';
import { modes } from '#shared/contract/preset.ts';
import { type Simulator, startSimulator } from '#tests/simulator/simulator.ts';
import { presetOf } from '#tests/support/onAir.ts';
import { until } from '#tests/support/until.ts';
import { Booth } from './booth.ts';
import { assignByHand, changeTheme, correct } from './operators.ts';
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
  say(line: string): void;
}

export interface ShowResult extends Verdict {
  samples: Sample[];
  /** Errors of all pages. */
  complaints: string[];
}

const HOST = 'host.of.the.long.show';
/** Each mode twice, with two rounds each. */
const acts = [...modes, ...modes];
const ROUNDS = 2;
const LONGEST_ACT_MS = 600_000;

/**
 * Plays a whole show at high speed: sign-in, presets, every mode with its rounds, two windows and a second operator who
 * make corrections, six overlays, a change of line and back, three disconnects, two crashes, another theme, and at the
 * end the report and its files. Then compares all counts with the platform's totals.
 */
export async function hostShow(plan: ShowPlan): Promise<ShowResult> {
  const { seed, speed, giftsPerSecond, browser } = plan;
  const simulator = await startSimulator({
    username: HOST,
    script: 'mixed',
    held: true,
    faults: 'duplicate,reorder',
    seed,
    speed,
    giftsPerSecond,
  });
  const booth = new Booth(browser, simulator);
  try {
    await booth.open();
    const show = new HostedShow(plan, booth, simulator);
    await show.prepare();
    for (const act of acts.keys()) await show.play(act);
    simulator.pause();
    await simulator.allAcked();
    const verdict = await verdictOf(booth, simulator.delivered(), plan.say);
    return { ...verdict, samples: show.samples, complaints: booth.complaints };
  } finally {
    await booth.shut();
    await simulator.close();
    rmSync(booth.dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

class HostedShow {
  readonly samples: Sample[] = [];
  readonly #plan: ShowPlan;
  readonly #booth: Booth;
  readonly #simulator: Simulator;
  /** Length of a round in the time of the show, ms. */
  readonly #roundMs: number;
  /** How often the client has entered the room. */
  #entries = 1;

  constructor(plan: ShowPlan, booth: Booth, simulator: Simulator) {
    this.#plan = plan;
    this.#booth = booth;
    this.#simulator = simulator;
    this.#roundMs = (plan.seconds * 1000) / acts.length / ROUNDS;
  }

  /** Makes a preset for each mode, connects, and starts by the button; then viewers begin to send. */
  async prepare(): Promise<void> {
    const { operator, windows } = this.#booth;
    for (const mode of modes) {
      const preset = { ...presetOf(this.#simulator), name: mode, mode, round: { length: 0 } };
      await operator.call('presets.save', { preset });
    }
    await this.#choose(0);
    const [host] = windows;
    await host.connect(HOST);
    await host.page.getByText('Connected.', { exact: false }).waitFor();
    await host.button(/^Start/).click();
    await host.button(/^Pause/).waitFor();
    this.#simulator.resume();
  }

  /** Plays a preset: its rounds, gifts, corrections by two operators, and incidents. */
  async play(act: number): Promise<void> {
    const { operator } = this.#booth;
    await this.#choose(act);
    for (let round = 0; round < ROUNDS; round += 1) {
      await this.#begin(act);
      await this.#gifts();
      await correct(operator, 'anchor:a1');
      await correct(operator, 'uncounted');
      await operator.call('ledger.undo', {});
      // Incidents happen in the second round, so that disturbed rounds are settled too.
      if (round === 1) await this.#disturb(act);
      if (acts[act] !== 'sticker') await this.#booth.operator.call('round.act', { action: 'end' });
    }
    const { gifts } = this.#simulator.delivered();
    this.#plan.say(`${acts[act]}: ${gifts} gifts ${JSON.stringify(this.samples.at(-1) ?? {})}`);
  }

  async #choose(act: number): Promise<void> {
    const { operator } = this.#booth;
    const { presets } = await operator.call('presets.list', {});
    const preset = presets.find(({ name }) => name === acts[act]);
    await operator.call('session.choosePreset', { presetId: preset?.id ?? '' });
  }

  async #begin(act: number): Promise<void> {
    const { operator } = this.#booth;
    const sides = { attacker: ['a1', 'a2'], defender: ['a3', 'a4'] };
    if (acts[act] === 'sticker') return;
    await operator.call('round.prepare', acts[act] === 'battle' ? sides : {});
    await operator.call('round.act', { action: 'start' });
  }

  /** Lets viewers send for the length of a round and takes samples. */
  async #gifts(): Promise<void> {
    const { looks } = this.#plan;
    const parts = Math.max(1, looks);
    for (let part = 0; part < parts; part += 1) {
      const enough = this.#simulator.played() + this.#roundMs / parts;
      await until(() => this.#simulator.played() >= enough, 'gifts', LONGEST_ACT_MS);
      if (part < looks) await this.#look();
    }
  }

  async #look(): Promise<void> {
    const [host] = this.#booth.windows;
    const sample = await takeSample(this.#booth.ringside, host.page);
    const hour = Math.round(this.#simulator.played() / 36_000) / 100;
    this.samples.push({ hour, gifts: this.#simulator.delivered().gifts, ...sample });
  }

  /** A change of line and back, three disconnects, two crashes, another theme, and two corrections by hand. */
  async #disturb(act: number): Promise<void> {
    const [host, second] = this.#booth.windows;
    switch (act) {
      case 0:
      case 9:
        await assignByHand(second, this.#simulator, `Disputed ${act}`);
        break;
      case 4:
        await this.#line('line2');
        break;
      case 2:
      case 5:
      case 8:
        this.#simulator.cutNow();
        await this.#again();
        break;
      case 3:
      case 6:
        // A restart takes minutes in the time of the show, so gifts pause until the server is back.
        await this.#booth.crash(() => this.#simulator.pause());
        await this.#again();
        this.#simulator.resume();
        break;
      case 1:
        await changeTheme(host);
        break;
      case 7:
        await this.#line('line1');
        break;
    }
  }

  async #line(lineId: 'line1' | 'line2'): Promise<void> {
    await this.#booth.operator.call('room.open', { username: HOST, lineId });
    await this.#again();
  }

  async #again(): Promise<void> {
    this.#entries += 1;
    await this.#simulator.entered(this.#entries);
  }
}
