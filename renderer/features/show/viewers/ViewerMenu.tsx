import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useRingside, useShow, useVanillaStore } from '#renderer/data/hooks.ts';
import { chordLabel } from '#renderer/data/keys/chord.ts';
import { chordAt } from '#renderer/data/keys/keyMap.ts';
import { useKeyMap } from '#renderer/kit/keys/useKey.ts';
import { effectiveBinding } from '#shared/game/selectors.ts';
import { ledgerFilter } from '../ledger/ledgerFilter.ts';
import styles from '../ledger/PopMenu.module.css';
import { PopItem, PopMenu } from '../ledger/PopMenu.tsx';
import { useAnchors } from '../ledger/useTargetName.ts';
import { type BindKey, bindKeyOf } from './bindKeys.ts';

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
