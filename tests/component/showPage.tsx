import type { ReactNode } from 'react';
import { act } from 'react';
import { RingsideContext } from '#renderer/data/hooks.ts';
import { FakeLink, fakePlatform } from '#renderer/data/platform/fake.ts';
import { createRingside, type Ringside } from '#renderer/data/ringside.ts';
import { createSettingsStore } from '#renderer/data/stores/settingsStore.ts';
import { type GiftInput, type Input, RULES_EDITION } from '#shared/contract/input.ts';
import { PRESET_VERSION, type Preset, presetSchema } from '#shared/contract/preset.ts';
import { type Mounted, mount } from './mount.tsx';

interface ShowScreen extends Mounted {
  link: FakeLink;
  ringside: Ringside;
  /** Sends inputs of the show and paints the frame that shows them. */
  push(...inputs: Input[]): Promise<void>;
}

/** Renders a part of the tool on a show with these inputs. `answers` are the backstage's answers. */
export async function mountOnShow(
  children: ReactNode,
  inputs: readonly Input[],
  answers: FakeLink['answers'] = {},
): Promise<ShowScreen> {
  // jsdom has no idle time.
  window.requestIdleCallback ??= () => 0;
  window.cancelIdleCallback ??= () => {};
  const link = new FakeLink({
    'show.subscribe': () => ({ showId: 'show', snapshot: null, inputs: [], seq: 0 }),
    'ledger.page': () => ({ rows: [], next: null, total: 0, seq: 0 }),
    'ledger.habits': () => ({ habits: [] }),
    ...answers,
  });
  const frames: (() => void)[] = [];
  const ringside = createRingside({
    platform: fakePlatform(link),
    settings: createSettingsStore(window.localStorage),
    nextFrame: (task) => frames.push(task),
    now: () => 0,
    // The sums are not throttled: each test sees what an input changes at once.
    after: (_ms, task) => {
      queueMicrotask(task);
      return () => {};
    },
  });
  const paint = () =>
    act(async () => {
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
      for (const frame of frames.splice(0)) frame();
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    });
  let seq = 0;
  const push = async (...more: Input[]) => {
    link.push({ push: 'inputs', showId: 'show', inputs: more.map((input) => ({ seq: ++seq, input })) });
    await paint();
  };
  link.setState({ phase: 'open' });
  await paint();
  await push(...inputs);
  const mounted = await mount(<RingsideContext value={ringside}>{children}</RingsideContext>);
  await paint();
  return { ...mounted, link, ringside, push };
}

const command = { kind: 'command' as const, at: 1, by: 'test' };

/** A battle preset of Aya (`a`, with gift 1) and Bea (`b`), changed by `more`. */
export function battlePreset(more: Record<string, unknown> = {}): Preset {
  return presetSchema.parse({
    version: PRESET_VERSION,
    id: 'p',
    name: 'P',
    mode: 'battle',
    anchors: [
      { id: 'a', nickname: 'Aya', gift: { ids: [1] } },
      { id: 'b', nickname: 'Bea' },
    ],
    ...more,
  });
}

/** The inputs of a show up to the running battle of `a` against `defender`; the last one starts the round. */
export function battleInputs(preset = battlePreset(), defender = ['b']): Input[] {
  return [
    { kind: 'room', at: 1, username: 'host', roomId: '1', ownerId: '9', title: '' },
    { ...command, command: 'choosePreset', preset },
    { ...command, command: 'session', action: 'start' },
    { ...command, command: 'prepare', edition: RULES_EDITION, attacker: ['a'], defender },
    { ...command, command: 'round', action: 'start' },
  ];
}

let messages = 0;

/** A gift of one piece, by default nobody's exclusive gift. */
export function gift(viewer: string, votes: number, giftId = 5655): GiftInput {
  messages += 1;
  return {
    kind: 'gift',
    at: 10,
    sentAt: 10,
    msgId: `m${messages}`,
    user: { id: viewer, name: viewer, username: viewer },
    giftId,
    giftName: 'Rose',
    diamonds: votes,
    streak: false,
    group: '',
    repeat: 1,
    end: false,
    tickets: 0,
  };
}
