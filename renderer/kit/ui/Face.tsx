import { type CSSProperties, memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useRingside, useVanillaStore } from '#renderer/data/hooks.ts';
import { usePicture } from '#renderer/data/queries/pictures.ts';
import { type AnchorFacts, accountKey } from '#shared/contract/anchors.ts';
import { hueOf, initialOf } from '#shared/overlay/shownName.ts';
import styles from './Face.module.css';

export interface FaceProps {
  /** Id of the host's picture for the anchor, which replaces the account's; '' for none. */
  avatar: string;
  username: string;
  name: string;
  size?: 'small' | 'large';
  className?: string | undefined;
}

/** Returns the platform's data of an account; undefined until it is known. */
export function useAnchorFacts(username: string): AnchorFacts | undefined {
  const { anchors } = useRingside();
  return useVanillaStore(anchors, (state) => state.byName.get(accountKey(username)));
}

/** An anchor's picture, or its initial until there is a picture. A dot marks an anchor whose own room is live. */
export const Face = memo(function Face({ avatar, username, name, size, className = '' }: FaceProps) {
  const { t } = useTranslation();
  const facts = useAnchorFacts(username);
  const data = usePicture(avatar || (facts?.avatar ?? ''));
  return (
    <span className={`${styles.face} ${size === undefined ? '' : styles[size]} ${className}`}>
      {data === '' ? (
        <span className={styles.letter} style={hueStyle(name)} aria-hidden="true">
          {initialOf(name)}
        </span>
      ) : (
        <img className={styles.picture} src={data} alt="" decoding="async" draggable={false} />
      )}
      {facts?.live === true && (
        <span className={styles.live} role="img" aria-label={t('anchors.live')} title={t('anchors.live')} />
      )}
    </span>
  );
});

/** The name's colour, which is the same on every overlay. */
function hueStyle(name: string): CSSProperties & { '--hue': string } {
  return { '--hue': String(hueOf(name)) };
}
