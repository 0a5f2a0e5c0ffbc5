import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Target } from '#shared/contract/ledger.ts';
import type { Anchor } from '#shared/contract/preset.ts';
import { useShow } from '../../../app/hooks.ts';

const none: readonly Anchor[] = [];

/** The anchors of the show in the order of the preset; the first nine have a digit. */
export function useAnchors(): readonly Anchor[] {
  return useShow((state) => state.preset?.anchors ?? none);
}

/** What a target is called on screen. */
export function useTargetName(): (target: Target) => string {
  const { t } = useTranslation();
  const anchors = useAnchors();
  const names = useMemo(() => new Map(anchors.map(({ id, nickname }) => [id, nickname])), [anchors]);
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
