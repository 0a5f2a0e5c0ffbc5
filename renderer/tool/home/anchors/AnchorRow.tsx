import { useTranslation } from 'react-i18next';
import { ranking } from '#shared/game/selectors.ts';
import type { GameState } from '#shared/game/state.ts';
import { giftName } from '#shared/gifts/names.ts';
import { useFormat, useShow } from '../../../app/hooks.ts';

/** One anchor: place, name, exclusive gift, votes, and how far behind the first. */
export function AnchorRow({ anchorId }: { anchorId: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const row = useShow((state) => rowOf(state, anchorId));
  if (row === null) return null;
  const gift = row.giftId === null ? t('anchors.noGift') : giftName(row.giftId, '', format.language);
  return (
    <li className={row.rank === 1 && row.votes > 0 ? 'anchor anchor--first' : 'anchor'}>
      <span className="anchor__rank">{row.rank}</span>
      <span className="anchor__name clip" title={row.name ?? undefined}>
        {row.name ?? t('anchors.gone')}
      </span>
      <span className="anchor__votes">{format.votes(row.votes)}</span>
      <span className="anchor__about clip">{row.name === null ? t('anchors.goneText') : gift}</span>
      <span className="anchor__sums">
        {t('anchors.sums', { gifts: format.number(row.gifts), diamonds: format.number(row.diamonds) })}
      </span>
      <span className="anchor__bar" style={{ transform: `scaleX(${row.share})` }} aria-hidden="true" />
    </li>
  );
}

/** Plain values only, so that a row renders when its own numbers change and not with every gift of the room. */
function rowOf(state: GameState, anchorId: string) {
  const all = ranking(state);
  const one = all.find((each) => each.anchorId === anchorId);
  if (one === undefined) return null;
  const most = all[0]?.votesTenths ?? 0;
  return {
    rank: one.rank,
    name: one.anchor?.nickname ?? null,
    giftId: one.anchor?.gift?.ids[0] ?? null,
    votes: one.votesTenths,
    gifts: one.count,
    diamonds: one.diamonds,
    share: most === 0 ? 0 : one.votesTenths / most,
  };
}
