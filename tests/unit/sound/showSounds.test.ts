import { describe, expect, it } from 'vitest';
import type { RowEvent } from '#renderer/data/show/rowRing.ts';
import { playShowSounds } from '#renderer/data/show/sounds.ts';
import { type SoundSettings, soundSettingsSchema } from '#shared/contract/sound.ts';
import type { PackSounds } from '#shared/sound/packSounds.ts';
import { CAT_PAWS, CROWN, preset, Show } from '#tests/support/show.ts';

/** The window of a host with a battle of one minute. `played` has the cues in their order. */
function openWindow(settings: Partial<SoundSettings>, isOurs = () => true, packs: PackSounds = {}) {
  const sound = soundSettingsSchema.parse({ on: true, minDiamonds: 100, ...settings });
  const show = Show.inBattle({ sound, round: { ...preset().round, length: 60 } });
  const played: string[] = [];
  const listeners = { change: () => {}, rows: (_: RowEvent[]) => {}, tick: () => {} };
  const leave = playShowSounds({
    engine: {
      state: show.state,
      showId: 'show',
      phase: 'following',
      subscribe: (listener) => {
        listeners.change = listener;
        return () => {};
      },
      onRows: (listener) => {
        listeners.rows = listener;
        return () => {};
      },
    },
    player: {
      play: async (cue, { on }, file) => {
        if (on) played.push(file === undefined ? cue : `${cue}: ${file}`);
      },
      prepare: () => {},
    },
    packSounds: () => packs,
    now: () => show.now,
    every: (_, run) => {
      listeners.tick = run;
      return () => {};
    },
    isOurs,
  });
  listeners.change();
  return { show, played, listeners, leave };
}

const growth = { seq: 9, diamonds: 0, votesTenths: 0, missedMessage: false };

/** Opens the row of a combo of Roses. Returns a function that adds some to it. */
function combo({ show, listeners }: ReturnType<typeof openWindow>, count: number) {
  const rowId = show.gift('aoi');
  const row = { ...show.book.row(rowId), count };
  listeners.rows([{ kind: 'opened', seq: row.seq, row }]);
  return (more: number) => {
    listeners.rows([
      { kind: 'grew', seq: growth.seq, growth: { ...growth, rowId, at: show.now, count: more } },
    ]);
  };
}

describe('sounds of a preset, in the window of the host', () => {
  it('play once when a combo reaches the value', () => {
    const window = openWindow({});
    const grow = combo(window, 60);
    expect(window.played).toEqual([]);
    grow(40);
    grow(40);
    expect(window.played).toEqual(['gift']);
  });

  it('play nothing while they are off', () => {
    const window = openWindow({ on: false });
    combo(window, 500);
    expect(window.played).toEqual([]);
  });

  it('play by the clock before the round ends, and at its end', () => {
    const { show, played, listeners } = openWindow({});
    show.pass(45_000);
    listeners.tick();
    expect(played).toEqual([]);
    show.pass(6000);
    listeners.tick();
    listeners.tick();
    expect(played).toEqual(['lastTen']);
    show.pass(10_000);
    listeners.change();
    expect(played).toEqual(['lastTen', 'roundEnd']);
  });
});

describe('sounds of packs, in the window of the host', () => {
  const packs = { level1: 'a', level2: 'b', level3: 'c', settlement: 'd' };
  /** The trailing side has these votes of 1000. */
  const lead = ({ show, listeners }: ReturnType<typeof openWindow>, trailing: number) => {
    show.gift('aoi', { giftId: CAT_PAWS, diamonds: 1000 - trailing });
    show.gift('ben', { giftId: CROWN, diamonds: trailing });
    listeners.change();
  };

  it('play when an effect reaches its level, and in place of the sound of a win', () => {
    const window = openWindow({}, () => true, packs);
    lead(window, 50);
    expect(window.played.filter((cue) => cue.startsWith('level'))).toEqual(['level3: c']);
    window.show.pass(61_000);
    window.listeners.change();
    expect(window.played).toContain('win: d');
    expect(window.played).not.toContain('win');
  });

  it('do not play in a window that another one plays for', () => {
    const window = openWindow({}, () => false, packs);
    lead(window, 50);
    expect(window.played).toEqual([]);
  });
});
