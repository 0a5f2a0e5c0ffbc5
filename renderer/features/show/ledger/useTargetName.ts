import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useShow } from '#renderer/data/hooks.ts';
import type { Target } from '#shared/contract/ledger.ts';
import type { Anchor } from '#shared/contract/preset.ts';

const none: readonly Anchor[] = [];

/** The anchors of the show in the order of the preset. The first nine have a digit key. */
export function useAnchors(): readonly Anchor[] {
  return useShow((state) => state.preset?.anchors ?? none);
}

/** Returns the displayed name of a target. An anchor that the current preset does not have is marked as former. */
export function useTargetName(): (target: Target) => string {
  const { t } = useTranslation();
  const anchors = useAnchors();
  const former = useShow((state) => state.formerAnchors);
  const names = useMemo(() => {
    const all = new Map<string, string>();
    for (const { id, nickname } of former.values()) {
      all.set(id, t('ledger.target.former', { anchor: nickname }));
    }
    for (const { id, nickname } of anchors) all.set(id, nickname);
    return all;
  }, [t, anchors, former]);
  return useCallback(
    (target) => {
      if (
        target === 'unallocated' ||
        target === 'uncounted' ||
        target === 'attacker' ||
        target === 'defender'
      ) {
        return t(`ledger.target.${target}`);
      }
      return names.get(target.slice('anchor:'.length)) ?? t('ledger.target.gone');
    },
    [t, names],
  );
}
