import type { Line } from '#shared/contract/connection.ts';
import { RingsideError } from '#shared/contract/error.ts';
import { type Preset, presetSchema } from '#shared/contract/preset.ts';
import type { Clock } from '../clock.ts';
import type { Rehearsal, startRehearsal } from '../rehearsal/index.ts';
import type { RehearsalFacts } from '../show/facts.ts';
import type { PresetStore } from '../store/presetStore.ts';

/** Name of a rehearsal's preset; the host may rename it. */
const presetNames: Record<RehearsalFacts['locale'], string> = {
  ja: 'リハーサル',
  en: 'Rehearsal',
  zh_CN: '彩排',
};

export type StartRehearsal = typeof startRehearsal;

/** Loaded on demand: the rehearsal contains a whole platform server. */
const loadAndStart: StartRehearsal = async (options) => {
  const rehearsal = await import('../rehearsal/index.ts');
  return rehearsal.startRehearsal(options);
};

/** Starts and stops the local rehearsal platform; at most one runs at a time. */
export class Rehearsals {
  readonly #start: StartRehearsal;
  readonly #clock: Clock;
  #running: Rehearsal | null = null;
  /** Host names with ports of platforms that are running. */
  readonly #hosts = new Set<string>();

  constructor(clock: Clock, start: StartRehearsal = loadAndStart) {
    this.#clock = clock;
    this.#start = start;
  }

  /** Address of the running platform; null if none runs. */
  get webUrl(): string | null {
    return this.#running?.line.webUrl ?? null;
  }

  get isOpen(): boolean {
    return this.#running !== null;
  }

  isRunning(rehearsal: Rehearsal): boolean {
    return this.#running === rehearsal;
  }

  /** Whether a URL belongs to a running rehearsal platform. */
  serves(url: string): boolean {
    return URL.canParse(url) && this.#hosts.has(new URL(url).host);
  }

  /** @throws RingsideError `rehearsal.unavailable`. */
  async start(facts: RehearsalFacts): Promise<Rehearsal> {
    try {
      const started = await this.#start({ ...facts, now: () => this.#clock.now() });
      const hosts = [started.line.webUrl, started.line.wsUrl].map((url) => new URL(url).host);
      for (const host of hosts) this.#hosts.add(host);
      const close = async () => {
        for (const host of hosts) this.#hosts.delete(host);
        await started.close();
      };
      return { ...started, close };
    } catch {
      throw new RingsideError('rehearsal.unavailable');
    }
  }

  /** Makes this rehearsal the running one, null for none. Closes the previous one. */
  async replace(rehearsal: Rehearsal | null): Promise<void> {
    const last = this.#running;
    this.#running = rehearsal;
    if (last !== null && last !== rehearsal) await last.close();
  }

  async close(): Promise<void> {
    await this.replace(null);
  }
}

/** The line to a rehearsal's platform: an ordinary direct line. */
export function lineTo(rehearsal: Rehearsal): Line {
  return { id: 'line1', kind: 'direct', ...rehearsal.line, signUrl: '', signKey: '', relayUrl: '' };
}

/**
 * The preset that already contains a rehearsal's anchors. The accounts are the same in every language: at least one anchor
 * still has its name in the rehearsal's language, so that a host who renames some keeps the preset.
 */
export function knownPreset(presets: PresetStore, { suggestedAnchors }: Rehearsal): Preset | undefined {
  return presets
    .list()
    .find(
      ({ anchors }) =>
        suggestedAnchors.every(({ userId }) => anchors.some((anchor) => anchor.userId === userId)) &&
        suggestedAnchors.some(({ nickname }) => anchors.some((anchor) => anchor.nickname === nickname)),
    );
}

/**
 * Returns the preset with a rehearsal's anchors; creates it if there is none. If it cannot be stored, the rehearsal runs
 * with a preset that is not in the list.
 */
export function rehearsalPreset(presets: PresetStore, facts: RehearsalFacts, rehearsal: Rehearsal): Preset {
  const suggested = rehearsal.suggestedAnchors;
  const known = knownPreset(presets, rehearsal);
  if (known !== undefined) return known;
  const preset = presetSchema.parse({
    version: 1,
    id: 'rehearsal',
    name: freeName(presets, presetNames[facts.locale]),
    anchors: suggested.map(({ nickname, username, userId, giftId }) => ({
      id: `rehearsal-${userId}`,
      nickname,
      username,
      userId,
      gift: { ids: [giftId] },
    })),
  });
  const { id: _given, ...draft } = preset;
  try {
    return presets.save(draft);
  } catch (error) {
    if (error instanceof RingsideError && error.problem.code.startsWith('storage.')) return preset;
    throw error;
  }
}

function freeName(presets: PresetStore, name: string): string {
  const taken = new Set(presets.list().map((preset) => preset.name));
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name} ${number}`;
  return free;
}
