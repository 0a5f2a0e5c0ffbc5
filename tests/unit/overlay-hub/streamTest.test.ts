import { describe, expect, it } from 'vitest';
import { overlayMomentSchema, overlayStateSchema } from '#shared/contract/overlay/state.ts';
import { type StreamTestKind, streamTests } from '#shared/contract/overlay/streamTest.ts';
import { type WidgetKind, widgetKinds, widgetOptionsSchema } from '#shared/contract/overlay/widget.ts';
import { sides } from '#shared/contract/round.ts';
import { streamTestMoment, streamTestsOf, withStreamTest } from '#shared/overlay/streamTest.ts';
import { CAT_PAWS, Show } from '#tests/support/show.ts';
import { Watched } from './watched.ts';

const optionsOf = (kind: WidgetKind) => widgetOptionsSchema.parse({ kind });
const facts = (kind: WidgetKind) => ({ options: optionsOf(kind), at: 1000, picture: '' });

function running() {
  const show = Show.started();
  show.gift('aoi', { giftId: CAT_PAWS, giftName: 'Cat Paws', diamonds: 5 });
  return new Watched(undefined, show.inputs).build();
}

describe('test on stream', () => {
  it('is offered for what a widget shows: effects, moments, alerts and cards', () => {
    const offered = Object.fromEntries(
      widgetKinds.map((kind) => [kind, streamTestsOf(optionsOf(kind)).length]),
    );
    expect(offered).toMatchObject({ effects: 9, giftAlert: 1, thanks: 1, pkBar: 1, goal: 0, ranking: 0 });
    const quiet = widgetOptionsSchema.parse({ kind: 'effects', moments: false });
    expect(streamTestsOf(quiet)).toEqual(['level1', 'level2', 'level3']);
    const all = new Set<StreamTestKind>(widgetKinds.flatMap((kind) => streamTestsOf(optionsOf(kind))));
    expect([...all].sort()).toEqual([...streamTests].sort());
  });

  it('is a valid state and moment for pages, with a show and without', () => {
    for (const state of [running(), {}]) {
      for (const kind of streamTests) {
        for (const side of sides) {
          const shown = withStreamTest(state, { kind, side }, facts('effects'));
          expect(() => overlayStateSchema.partial().parse(shown)).not.toThrow();
          const moment = streamTestMoment(state, { kind, side });
          if (moment !== null) expect(overlayMomentSchema.parse(moment)).toEqual(moment);
        }
      }
    }
  });

  it("shows the level on the chosen side, with the show's own anchors", () => {
    const state = running();
    const shown = withStreamTest(state, { kind: 'level2', side: 'defender' }, facts('effects'));
    expect(shown.battle?.now).toMatchObject({ effectLevel: 2, effectSide: 'defender' });
    expect(shown.anchors).toEqual(state.anchors);
    const members = [...(shown.battle?.now?.attackers ?? []), ...(shown.battle?.now?.defenders ?? [])];
    expect(members.sort()).toEqual(Object.keys(state.anchors).sort());
  });

  it('leaves every count as it is', () => {
    const state = running();
    for (const kind of streamTests) {
      const shown = withStreamTest(state, { kind, side: 'attacker' }, facts('giftAlert'));
      const { scores, totals, recent, usersShow } = shown;
      expect({ scores, totals, recent, usersShow }).toEqual({
        scores: state.scores,
        totals: state.totals,
        recent: state.recent,
        usersShow: state.usersShow,
      });
    }
  });

  it('alerts for a gift that is worth what the widget asks for', () => {
    const options = widgetOptionsSchema.parse({ kind: 'giftAlert', minDiamonds: 5000 });
    const { alerts } = withStreamTest(
      {},
      { kind: 'alert', side: 'attacker' },
      { options, at: 1000, picture: '' },
    );
    const { unitDiamonds = 0, count = 0, anchorId } = alerts?.test ?? {};
    expect(unitDiamonds * count).toBeGreaterThanOrEqual(5000);
    expect(anchorId).not.toBeNull();
  });
});
