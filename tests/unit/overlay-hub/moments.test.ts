import { describe, expect, it } from 'vitest';
import type { OverlayMoment } from '#shared/contract/overlay/state.ts';
import { gameplayEntrySchema } from '#shared/contract/preset.ts';
import { momentsBetween } from '#shared/overlay/moments.ts';
import { CROWN, preset, Show } from '#tests/support/show.ts';
import { Watched } from './watched.ts';

/** The moments that an overlay shows for `act`. */
function moments(show: Show, act: () => void): OverlayMoment[] {
  const watched = new Watched(undefined, show.inputs);
  let before = watched.build();
  const from = show.inputs.length;
  act();
  const seen: OverlayMoment[] = [];
  for (const input of show.inputs.slice(from)) {
    watched.take([input]);
    const after = watched.build();
    seen.push(...momentsBetween(before, after));
    before = after;
  }
  return seen;
}

const crown = { giftId: CROWN, giftName: 'Crown', diamonds: 99 };

describe('momentsBetween', () => {
  it('reports a settlement once, with its winners', () => {
    const show = Show.inBattle();
    show.gift('aoi', crown);
    const seen = moments(show, () => {
      show.act('end');
      show.act('settle');
      show.gift('ben');
    });
    expect(seen).toEqual([{ kind: 'settlement', outcome: 'defender', anchors: ['rei'] }]);
  });

  it('reports a draw without winners', () => {
    const show = Show.inBattle();
    expect(moments(show, () => show.act('end'))).toEqual([
      { kind: 'settlement', outcome: 'draw', anchors: [] },
    ]);
  });

  it('reports a streak from the second win in a row', () => {
    const show = Show.inBattle();
    const win = () => {
      show.gift('aoi', crown);
      show.act('end');
      show.tell({ command: 'prepare', attacker: ['mika'], defender: ['rei'] });
      show.act('start');
    };
    expect(moments(show, win).map(({ kind }) => kind)).toEqual(['settlement']);
    expect(moments(show, win)).toContainEqual({ kind: 'streak', anchorId: 'rei', streak: 2 });
  });

  it('reports a breakthrough once when the clearance score is exceeded', () => {
    const round = { ...preset().round, clearance: 50 };
    const show = Show.inBattle({ round });
    const seen = moments(show, () => {
      show.gift('aoi', crown);
      show.gift('aoi', crown);
    });
    expect(seen).toEqual([{ kind: 'breakthrough', anchorIds: ['rei'] }]);
  });

  it('reports the end of a resurrection, successful or not', () => {
    for (const restored of [true, false]) {
      const show = Show.inBattle();
      show.gift('aoi', crown);
      show.act('end');
      show.tell({ command: 'knockOut', anchorId: 'mika', out: true });
      show.tell({ command: 'resurrect', anchorId: 'mika' });
      show.act('start');
      // Reaching the target ends the resurrection.
      const enough = { giftId: 5745, giftName: 'Cat Paws', diamonds: 5 };
      const seen = moments(show, () => void (restored ? show.gift('ben', enough) : show.act('end')));
      expect(seen).toEqual([{ kind: 'resurrection', anchorId: 'mika', restored }]);
    }
  });

  it('reports nothing if a prepared round is given up', () => {
    const show = Show.inBattle();
    show.act('end');
    show.tell({ command: 'prepare', attacker: ['mika'], defender: ['rei'] });
    expect(moments(show, () => show.act('end'))).toEqual([]);
  });

  it('reports the start of a gameplay entry once per viewer, with its effects', () => {
    const gameplay = [
      gameplayEntrySchema.parse({
        id: 'spin',
        name: 'Spin the wheel',
        effects: 'Winner sings',
        gift: { ids: [CROWN] },
        duration: 30,
      }),
    ];
    const effects = { ...preset().effects, style: 'lava' as const };
    const show = Show.started(preset({ gameplay, effects }));
    const seen = moments(show, () => {
      show.gift('aoi', crown);
      show.gift('aoi', crown);
      show.gift('ben', crown);
    });
    const start = { kind: 'gameplay', entryId: 'spin', name: 'Spin the wheel', effects: 'Winner sings' };
    expect(seen).toMatchObject([
      { ...start, style: 'lava', viewer: 'AOI' },
      { ...start, viewer: 'BEN' },
    ]);
  });
});
