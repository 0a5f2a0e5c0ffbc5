import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useRingside, useShow, useVanillaStore } from '#renderer/data/hooks.ts';
import { chordLabel } from '#renderer/data/keys/chord.ts';
import { chordAt, type KeyHit } from '#renderer/data/keys/keyMap.ts';
import { useKeyMap } from '#renderer/kit/keys/useKey.ts';
import styles from '#renderer/kit/ui/PopMenu.module.css';
import { PopItem, PopMenu } from '#renderer/kit/ui/PopMenu.tsx';
import { effectiveBinding } from '#shared/game/selectors.ts';
import { anchorIdOf } from '#shared/game/table.ts';
import { assignKeyOf } from '../ledger/assignKeys.ts';
import { ledgerFilter } from '../ledger/ledgerFilter.ts';
import { useAnchors } from '../ledger/moveTargets.ts';

export interface ViewerMenuProps {
  viewerId: string;
  at: { x: number; y: number };
  onKey(key: BindKey): void;
  onClose(): void;
}

/** Context menu of a viewer: bind, unbind, pin and show gifts, each with its key. */
export function ViewerMenu({ viewerId, at, onKey, onClose }: ViewerMenuProps) {
  const { t } = useTranslation();
  const anchors = useAnchors();
  const { keys } = useRingside();
  const map = useKeyMap();
  const onlyViewer = useVanillaStore(ledgerFilter, (state) => state.onlyViewer);
  const name = useShow((state) => state.viewers.get(viewerId)?.name ?? '');
  const binding = useShow((state) => {
    const viewer = state.viewers.get(viewerId);
    return viewer === undefined ? null : effectiveBinding(state, viewer);
  });
  const run = (key: BindKey) => () => {
    onKey(key);
    onClose();
  };
  const byKey = (event: KeyboardEvent) => {
    const key = bindKeyOf(
      keys.hit(event),
      anchors.map(({ id }) => id),
    );
    if (key === null) return;
    event.preventDefault();
    run(key)();
  };
  return (
    <PopMenu label={t('viewers.menu', { viewer: name })} at={at} onClose={onClose} onKey={byKey}>
      <p className={`${styles.title} clip`}>{name}</p>
      <div className={styles.long}>
        {anchors.map((anchor, place) => (
          <PopItem
            key={anchor.id}
            label={t('viewers.bindTo', { anchor: anchor.nickname })}
            icon={binding?.anchorId === anchor.id ? 'check' : 'empty'}
            hint={place < 9 ? chordLabel(chordAt(map, place + 1)) : undefined}
            onChoose={run({ do: 'bind', anchorId: anchor.id })}
          />
        ))}
      </div>
      {binding !== null && (
        <>
          <PopItem
            label={t('viewers.unbind')}
            icon="times"
            hint={chordLabel(map['anchor.none'])}
            onChoose={run({ do: 'unbind' })}
          />
          <PopItem
            label={t(binding.pinned ? 'viewers.unpin' : 'viewers.pin')}
            icon="thumbtack"
            hint={chordLabel(map['viewers.pin'])}
            onChoose={run({ do: 'pin' })}
          />
        </>
      )}
      <hr />
      <PopItem
        label={t('viewers.showGifts')}
        icon="list"
        onChoose={() => {
          onlyViewer(viewerId, name);
          onClose();
        }}
      />
    </PopMenu>
  );
}

export type BindKey = { do: 'bind'; anchorId: string } | { do: 'unbind' } | { do: 'pin' } | { do: 'nothing' };

/**
 * The action of a key on the focused viewer: bind to an anchor, unbind (the key of "unallocated"), or pin and unpin.
 * Null if the list does not use the key. The digit of a missing anchor is used and does nothing, because elsewhere on
 * the page it would assign a gift.
 */
export function bindKeyOf(hit: KeyHit | null, anchorIds: readonly string[]): BindKey | null {
  if (hit?.actions[0] === 'viewers.pin') return { do: 'pin' };
  const key = assignKeyOf(hit, anchorIds);
  if (key === null || key.do === 'undo' || key.do === 'redo') return null;
  if (key.do === 'noAnchor') return { do: 'nothing' };
  if (key.to === 'unallocated') return { do: 'unbind' };
  const anchorId = anchorIdOf(key.to);
  return anchorId === null ? null : { do: 'bind', anchorId };
}
