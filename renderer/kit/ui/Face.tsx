import './face.css';
import { type CSSProperties, memo, useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlain, useRingside } from '#renderer/data/hooks.ts';
import { type AnchorFacts, accountKey } from '#shared/contract/anchors.ts';
import { hueOf, initialOf } from '#shared/overlay/shownName.ts';

export interface FaceProps {
  /** A picture of one's own, which goes before the one of the account; empty for none. */
  avatar: string;
  username: string;
  name: string;
  size?: 'small' | 'large';
}

/** What the platform says of an account; undefined while nothing is known. */
export function useAnchorFacts(username: string): AnchorFacts | undefined {
  const { anchors } = useRingside();
  return usePlain(anchors, (state) => state.byName.get(accountKey(username)));
}

/** An anchor's picture, and a dot while its own room is live; until there is a picture, its initial. */
export const Face = memo(function Face({ avatar, username, name, size }: FaceProps) {
  const { t } = useTranslation();
  const { pictures } = useRingside();
  const facts = useAnchorFacts(username);
  const id = avatar || (facts?.avatar ?? '');
  const data = useSyncExternalStore(pictures.subscribe, () => pictures.get(id));
  useEffect(() => pictures.want(id), [pictures, id]);
  return (
    <span className={size === undefined ? 'face' : `face face--${size}`}>
      {data === '' ? (
        <span className="face__letter" style={hueStyle(name)} aria-hidden="true">
          {initialOf(name)}
        </span>
      ) : (
        <img className="face__picture" src={data} alt="" decoding="async" draggable={false} />
      )}
      {facts?.live === true && (
        <span className="face__live" role="img" aria-label={t('anchors.live')} title={t('anchors.live')} />
      )}
    </span>
  );
});

/** A name has one colour, here and on every overlay, so that a host finds an anchor by it on both. */
function hueStyle(name: string): CSSProperties & { '--hue': string } {
  return { '--hue': String(hueOf(name)) };
}
