import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShow } from '#renderer/data/hooks.ts';
import { Recap } from '#renderer/features/report/index.ts';
import { useTitle } from '#renderer/kit/i18n/useText.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { useNarrow } from '#renderer/kit/ui/useNarrow.ts';
import { PresetPanel } from './panels/PresetPanel.tsx';
import { ShowPanels } from './panels/ShowPanels.tsx';
import { Remote, RemoteLinks } from './remote/Remote.tsx';
import { Deck } from './room/Deck.tsx';
import { useRequestedRehearsal } from './room/Rehearsal.tsx';
import styles from './ShowPage.module.css';
import { Stage } from './stage/Stage.tsx';

/** The Homepage: the controls, the stage and the panels of the show. On a phone, a running show is a remote. */
export default function ShowPage() {
  const { t } = useTranslation();
  useTitle('tab.home');
  useRequestedRehearsal();
  const narrow = useNarrow();
  const on = useShow(
    ({ status, preset }) => (status === 'counting' || status === 'paused') && preset !== null,
  );
  const [whole, setWhole] = useState(false);
  if (narrow && on && !whole) {
    return <Remote menu={<RemoteLinks onWhole={() => setWhole(true)} />} />;
  }
  return (
    <div className={styles.home} data-key-badges="steps">
      {narrow && on && (
        <Button look="outlined" icon="mobile" label={t('remote.open')} onClick={() => setWhole(false)} />
      )}
      {/* On a phone, the result comes before the form of the next connection. */}
      {narrow && <Recap />}
      <Deck />
      {!narrow && <Recap />}
      <Stage />
      <ShowPanels>
        <PresetPanel />
      </ShowPanels>
    </div>
  );
}
