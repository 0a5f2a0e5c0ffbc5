import { describe, expect, it } from 'vitest';
import type { OverlayAlert } from '#shared/contract/overlay/state.ts';
import { ALERT_MS, AlertQueue } from '../../../overlay/widgets/giftAlert/alertQueue.ts';

const NOW = 1_000_000;

function alert(more: Partial<OverlayAlert> = {}): OverlayAlert {
  return {
    at: NOW,
    lastAt: NOW,
    viewer: 'Aoi',
    giftId: 5655,
    giftName: 'Rose',
    unitDiamonds: 100,
    count: 1,
    anchorId: null,
    picture: '',
    ...more,
  };
}

/** A queue of a page that opened without gifts, for values from 100 diamonds. */
function opened(): { queue: AlertQueue; tell(alerts: Record<string, OverlayAlert>, now?: number): void } {
  const queue = new AlertQueue();
  queue.update({}, 100, NOW - 10_000);
  return { queue, tell: (alerts, now = NOW) => queue.update(alerts, 100, now) };
}

/** The alerts that follow from `now` on, as viewer, count and number of further ones. */
function rest(queue: AlertQueue, now = NOW): string[] {
  const shown: string[] = [];
  for (let at = now; ; at += ALERT_MS) {
    const { alert: next } = queue.at(at);
    if (next === null) return shown;
    shown.push(`${next.viewer} ${next.count}${next.more > 0 ? ` +${next.more}` : ''}`);
  }
}

describe('gift alert', () => {
  it('comes once for a combo, and counts up while it is shown', () => {
    const { queue, tell } = opened();
    tell({ 1: alert() });
    expect(queue.at(NOW)).toMatchObject({ alert: { count: 1 }, wait: ALERT_MS });
    tell({ 1: alert({ count: 7 }) });
    expect(queue.at(NOW + 1000)).toMatchObject({ alert: { count: 7 }, wait: ALERT_MS - 1000 });
    expect(queue.at(NOW + ALERT_MS).alert).toBeNull();
    tell({ 1: alert({ count: 20 }) });
    expect(queue.at(NOW + ALERT_MS + 1).alert).toBeNull();
  });

  it('waits until the combo reaches the minimum value', () => {
    const { queue, tell } = opened();
    tell({ 1: alert({ unitDiamonds: 30, count: 3 }) });
    expect(queue.at(NOW).alert).toBeNull();
    tell({ 1: alert({ unitDiamonds: 30, count: 4 }) });
    expect(queue.at(NOW).alert).toMatchObject({ count: 4 });
  });

  it('does not repeat the gifts from before the opening of the page or its connection', () => {
    const queue = new AlertQueue();
    queue.update({ 1: alert({ lastAt: NOW - 500 }) }, 100, NOW);
    expect(queue.at(NOW).alert).toBeNull();
    // After a reconnect, the hub sends the known gift again, an old one, and one that came meanwhile.
    queue.update(
      {
        1: alert({ lastAt: NOW - 500 }),
        2: alert({ viewer: 'Ben', lastAt: NOW - 61_000 }),
        3: alert({ viewer: 'Chen', lastAt: NOW + 4000 }),
      },
      100,
      NOW + 5000,
    );
    expect(rest(queue)).toEqual(['Chen 1']);
  });

  it('of another show with the same row is a new one', () => {
    const { queue, tell } = opened();
    tell({ 1: alert() });
    tell({ 1: alert({ at: NOW + 1, viewer: 'Ben' }) });
    expect(rest(queue)).toEqual(['Aoi 1', 'Ben 1']);
  });

  it('comes in the order of the value, and small ones above the limit are counted', () => {
    const { queue, tell } = opened();
    const all = Array.from({ length: 12 }, (_, index) => [
      String(index),
      alert({ viewer: `v${index}`, count: 1 + ((index * 5) % 12) }),
    ]);
    tell(Object.fromEntries(all));
    const shown = rest(queue);
    expect(shown).toHaveLength(8);
    expect(shown[0]).toMatch(/ 12 \+4$/);
    expect(shown.slice(1).map((each) => Number(each.split(' ')[1]))).toEqual([11, 10, 9, 8, 7, 6, 5]);
  });
});
