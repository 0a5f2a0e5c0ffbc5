import { describe, expect, it } from 'vitest';
import { effectiveBinding } from '#shared/game/selectors.ts';
import { CAT_PAWS, CROWN, preset, Show } from '#tests/support/show.ts';

/** Describes a viewer's binding: 'mika automatic', 'rei manual pinned', 'unbound'. */
function bound(show: Show, viewerId: string): string {
  const viewer = show.state.viewers.get(viewerId);
  const binding = viewer === undefined ? null : effectiveBinding(show.state, viewer);
  if (binding === null) return 'unbound';
  const { anchorId, how, pinned, suspended } = binding;
  return [anchorId, how, pinned ? 'pinned' : '', suspended ? 'suspended' : ''].filter(Boolean).join(' ');
}

const bind = (show: Show, viewerId: string, anchorId: string | null) =>
  show.tell({ command: 'bind', viewerId, anchorId })?.code ?? 'done';
const pin = (show: Show, viewerId: string, pinned: boolean) =>
  show.tell({ command: 'pin', viewerId, pinned })?.code ?? 'done';

describe('binding by an exclusive gift', () => {
  it('moves with another anchor’s exclusive gift', () => {
    const show = Show.started();
    show.gift('aoi');
    expect(bound(show, 'aoi')).toBe('unbound');
    show.gift('aoi', { giftId: CAT_PAWS });
    expect(bound(show, 'aoi')).toBe('mika automatic');
    show.gift('aoi', { giftId: CROWN });
    expect(bound(show, 'aoi')).toBe('rei automatic');
  });

  it('moves before the start and in a pause, but not after the end', () => {
    const show = Show.ready();
    show.gift('aoi', { giftId: CAT_PAWS });
    expect(bound(show, 'aoi')).toBe('mika automatic');
    show.tell({ command: 'session', action: 'start' });
    show.tell({ command: 'session', action: 'pause' });
    show.gift('aoi', { giftId: CROWN });
    expect(bound(show, 'aoi')).toBe('rei automatic');
    show.tell({ command: 'session', action: 'end' });
    show.gift('aoi', { giftId: CAT_PAWS });
    expect(bound(show, 'aoi')).toBe('rei automatic');
  });

  it('ignores a late or repeated message of an older combo', () => {
    const show = Show.started();
    show.combo('aoi', 4, { giftId: CAT_PAWS });
    show.gift('aoi', { giftId: CROWN });
    show.combo('aoi', 4, { giftId: CAT_PAWS, end: true });
    show.combo('aoi', 2, { giftId: CAT_PAWS });
    expect(bound(show, 'aoi')).toBe('rei automatic');
  });

  it('is off in single gift binding mode', () => {
    const show = Show.started(preset({ singleGiftBinding: true }));
    const row = show.gift('aoi', { giftId: CROWN });
    expect(show.book.row(row).target).toBe('anchor:rei');
    expect(bound(show, 'aoi')).toBe('unbound');
    bind(show, 'aoi', 'mika');
    show.gift('aoi', { giftId: CROWN });
    expect(bound(show, 'aoi')).toBe('mika manual');
  });
});

describe('binding by hand', () => {
  it('overrides an automatic binding until another anchor’s exclusive gift arrives', () => {
    const show = Show.started();
    show.gift('aoi', { giftId: CAT_PAWS });
    expect(bind(show, 'aoi', 'yuki')).toBe('done');
    expect(bound(show, 'aoi')).toBe('yuki manual');
    show.gift('aoi', { giftId: CROWN });
    expect(bound(show, 'aoi')).toBe('rei automatic');
  });

  it('stays when the viewer sends the bound anchor’s own exclusive gift', () => {
    const show = Show.started();
    show.gift('aoi');
    bind(show, 'aoi', 'rei');
    show.gift('aoi', { giftId: CROWN });
    expect(bound(show, 'aoi')).toBe('rei manual');
  });

  it('is kept by a pin, and can move again without the pin', () => {
    const show = Show.started();
    show.gift('aoi');
    bind(show, 'aoi', 'yuki');
    expect(pin(show, 'aoi', true)).toBe('done');
    show.gift('aoi', { giftId: CROWN });
    expect(bound(show, 'aoi')).toBe('yuki manual pinned');
    expect(pin(show, 'aoi', false)).toBe('done');
    show.gift('aoi', { giftId: CROWN });
    expect(bound(show, 'aoi')).toBe('rei automatic');
  });

  it('holds in the same way when it was made by pinning an automatic binding', () => {
    const show = Show.started();
    show.gift('aoi', { giftId: CAT_PAWS });
    pin(show, 'aoi', true);
    show.gift('aoi', { giftId: CROWN });
    expect(bound(show, 'aoi')).toBe('mika manual pinned');
  });

  it('is not made by removing a pin that does not exist', () => {
    const show = Show.started();
    show.gift('aoi', { giftId: CAT_PAWS });
    expect(pin(show, 'aoi', false)).toBe('done');
    expect(bound(show, 'aoi')).toBe('mika automatic');
  });

  it('to another anchor begins without a pin', () => {
    const show = Show.started();
    show.gift('aoi');
    bind(show, 'aoi', 'yuki');
    pin(show, 'aoi', true);
    bind(show, 'aoi', 'yuki');
    expect(bound(show, 'aoi')).toBe('yuki manual pinned');
    bind(show, 'aoi', 'mika');
    expect(bound(show, 'aoi')).toBe('mika manual');
  });

  it('falls back to the automatic binding, and then to none, when it is removed', () => {
    const show = Show.started();
    show.gift('aoi', { giftId: CAT_PAWS });
    bind(show, 'aoi', 'yuki');
    expect(bind(show, 'aoi', null)).toBe('done');
    expect(bound(show, 'aoi')).toBe('mika automatic');
    expect(bind(show, 'aoi', null)).toBe('done');
    expect(bound(show, 'aoi')).toBe('unbound');
    expect(bind(show, 'aoi', null)).toBe('viewer.notBound');
  });

  it('is refused for an unknown viewer or anchor, and a pin requires a binding', () => {
    const show = Show.started();
    show.gift('aoi');
    expect(bind(show, 'nobody', 'mika')).toBe('viewer.unknown');
    expect(bind(show, 'aoi', 'nobody')).toBe('anchor.unknown');
    expect(pin(show, 'nobody', true)).toBe('viewer.unknown');
    expect(pin(show, 'aoi', true)).toBe('viewer.notBound');
    expect(bound(show, 'aoi')).toBe('unbound');
  });

  it('does not count while the preset lacks its anchor, and counts again once the anchor is back', () => {
    const show = Show.started();
    show.gift('aoi', { giftId: CAT_PAWS });
    bind(show, 'aoi', 'yuki');
    pin(show, 'aoi', true);
    const full = preset();
    show.tell({ command: 'choosePreset', preset: preset({ anchors: full.anchors.slice(0, 2) }) });
    expect(bound(show, 'aoi')).toBe('mika automatic');
    expect(show.book.row(show.gift('aoi'))).toMatchObject({ target: 'anchor:mika', reason: 'automatic' });
    show.tell({ command: 'choosePreset', preset: full });
    expect(bound(show, 'aoi')).toBe('yuki manual pinned');
  });
});

describe('suspending bindings', () => {
  it('invalidates all bindings, and restores them when it is switched off', () => {
    const show = Show.started();
    show.gift('aoi', { giftId: CAT_PAWS });
    show.gift('ben');
    bind(show, 'ben', 'yuki');
    show.tell({ command: 'suspend', on: true });
    expect(bound(show, 'aoi')).toBe('mika automatic suspended');
    for (const viewer of ['aoi', 'ben']) {
      expect(show.book.row(show.gift(viewer))).toMatchObject({ target: 'unallocated', reason: 'suspended' });
    }
    expect(show.book.row(show.gift('chen')).reason).toBe('unbound');
    show.tell({ command: 'suspend', on: false });
    expect(show.book.row(show.gift('aoi')).target).toBe('anchor:mika');
    expect(show.book.row(show.gift('ben')).target).toBe('anchor:yuki');
  });

  it('still counts exclusive gifts and lets them move bindings, which are kept afterwards', () => {
    const show = Show.started();
    show.gift('aoi', { giftId: CAT_PAWS });
    show.tell({ command: 'suspend', on: true });
    const row = show.gift('aoi', { giftId: CROWN });
    expect(show.book.row(row)).toMatchObject({ target: 'anchor:rei', reason: 'exclusive' });
    show.tell({ command: 'suspend', on: false });
    expect(show.book.row(show.gift('aoi'))).toMatchObject({ target: 'anchor:rei', reason: 'automatic' });
  });
});
