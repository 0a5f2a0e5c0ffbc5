import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { Face, useAnchorFacts } from '#renderer/kit/ui/Face.tsx';
import { giftName } from '#shared/gifts/names.ts';

/** Plain values only, so that a row renders when its own numbers change and not with every gift of the room. */
export interface AnchorRowProps {
  rank: number;
  name: string;
  /** An anchor with votes whom the present preset does not have. */
  gone: boolean;
  /** Its own picture and account, empty for none. */
  avatar: string;
  username: string;
  /** The exclusive gift that was picked; null when there is none. */
  giftId: number | null;
  votesTenths: number;
  gifts: number;
  diamonds: number;
  /** Votes as a part of the leader's, 0 to 1. */
  share: number;
}

/** Before the first vote nobody leads. */
const NO_RANK = '–';

/** One anchor: place, name, exclusive gift, votes, and how far behind the first. */
export const AnchorRow = memo(function AnchorRow(row: AnchorRowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const facts = useAnchorFacts(row.username);
  const gift = row.giftId === null ? t('anchors.noGift') : giftName(row.giftId, '', format.language);
  return (
    <li className={row.rank === 1 && row.votesTenths > 0 ? 'anchor anchor--first' : 'anchor'}>
      <span className="anchor__rank">{row.votesTenths > 0 ? row.rank : NO_RANK}</span>
      <Face avatar={row.avatar} username={row.username} name={row.name} />
      <span
        className="anchor__name clip"
        title={
          facts === undefined
            ? row.name
            : t('anchors.facts', {
                name: row.name,
                username: facts.username,
                followers: format.number(facts.followers),
                following: format.number(facts.following),
              })
        }
      >
        {row.name}
      </span>
      <span className="anchor__votes">{format.votes(row.votesTenths)}</span>
      <span className="anchor__about clip">{row.gone ? t('anchors.goneText') : gift}</span>
      <span className="anchor__sums">
        {t('anchors.gifts', { gifts: format.number(row.gifts) })}
        <span className="anchor__diamonds">
          {' · '}
          {t('anchors.diamonds', { diamonds: format.number(row.diamonds) })}
        </span>
      </span>
      <span className="anchor__bar" style={{ transform: `scaleX(${row.share})` }} aria-hidden="true" />
    </li>
  );
});
