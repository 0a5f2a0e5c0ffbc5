import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useConnection, useRingside, useVanillaStore } from '#renderer/data/hooks.ts';
import { useProblemText } from '#renderer/kit/i18n/useText.ts';
import { hexColourSchema } from '#shared/contract/overlay/widget.ts';
import { overlayLinksOf, pageInWindow, useAddressOf } from './overlayPage.ts';
import styles from './WorkbenchPage.module.css';

/** Streaming software finds the window by this title. Do not translate or change it. */
const TITLE = 'Ringside Avatar Workbench';
/** The background of a window that cannot be transparent, for the chroma key. */
const KEY_COLOUR = '#00ff00';

/**
 * The window that streaming software captures: only an avatar workbench, either the one that the URL names or the first
 * one.
 */
export default function WorkbenchPage() {
  const { t } = useTranslation();
  const { link } = useRingside();
  const problemText = useProblemText();
  const addressOf = useAddressOf();
  const [search] = useSearchParams();
  const { links, problem } = useVanillaStore(overlayLinksOf(link), (state) => state);
  const layout = search.get('layout') ?? '';
  const lost = useConnection((state) => state.link.phase === 'lost');
  const wanted = search.get('background') ?? KEY_COLOUR;
  const ground = hexColourSchema.safeParse(wanted).success ? wanted : 'transparent';
  useEffect(() => {
    document.title = TITLE;
  }, []);
  const benches = links?.filter(({ options }) => options.kind === 'workbench');
  const bench = benches?.find(({ id }) => id === search.get('link')) ?? benches?.[0];
  return (
    <main className={styles.workbench} style={{ background: ground }}>
      {bench !== undefined && problem === null ? (
        <>
          <h1 className="only-for-readers">{t('widgets.kind.workbench')}</h1>
          <iframe title={TITLE} src={pageInWindow(addressOf(bench), { background: ground, layout })} />
        </>
      ) : (
        (links !== null || lost) && (
          <div className={styles.card} role="status">
            <h1>{t('widgets.kind.workbench')}</h1>
            <p>
              {problem !== null
                ? problemText(problem)
                : t(links === null ? 'workbench.lost' : 'workbench.none')}
            </p>
          </div>
        )
      )}
    </main>
  );
}
