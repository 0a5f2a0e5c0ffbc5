import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSettings } from '#renderer/data/hooks.ts';
import { useSiteInfo } from '#renderer/data/queries/apiQueries.ts';
import { useSync, useSyncState } from '#renderer/data/sync/startSync.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { useText } from '#renderer/kit/i18n/useText.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Panel } from '#renderer/kit/ui/Panel.tsx';
import { SettingLine } from '#renderer/kit/ui/Settings.tsx';
import { Switch } from '#renderer/kit/ui/Switch.tsx';
import styles from './sync.module.css';

/** The state of the sync with the account, its conflicts and rejected items, and a switch for it. */
export function SyncPanel() {
  const { t } = useTranslation();
  const { number } = useFormat();
  const sync = useSync();
  const on = useSettings((state) => state.syncOn);
  const set = useSettings((state) => state.set);
  const { data: site } = useSiteInfo();
  const days = site === undefined ? '–' : number(site.showDays);
  return (
    <Panel
      title={t('sync.title')}
      body="padded"
      actions={<Button small look="outlined" label={t('sync.now')} disabled={!on} onClick={sync.now} />}
    >
      <SettingLine about={<p className="muted">{t('sync.text', { days })}</p>}>
        <Switch label={t('sync.on')} checked={on} onChange={(syncOn) => set({ syncOn })} />
      </SettingLine>
      <SyncState />
      <Conflicts />
      <RejectedItems />
    </Panel>
  );
}

function SyncState() {
  const { t } = useTranslation();
  const words = useSyncWords();
  return (
    <p className="row" role="status">
      <span className={`dot dot--${words?.health ?? 'wait'}`} aria-hidden="true" />
      {words?.text ?? t('sync.off')}
    </p>
  );
}

function Conflicts() {
  const { t } = useTranslation();
  const conflicts = useSyncState((state) => state.conflicts);
  return (
    <ul className={styles.list}>
      {conflicts.map(({ name, copy }) => (
        <li key={copy} className={styles.line}>
          <i className="pi pi-clone" aria-hidden="true" />
          {t('sync.keptBoth', { name, copy })}
        </li>
      ))}
    </ul>
  );
}

function RejectedItems() {
  const { t } = useTranslation();
  const text = useText();
  const refused = useSyncState((state) => state.refused);
  return (
    <ul className={styles.list}>
      {refused.map(({ name, why }) => (
        <li key={name} className={styles.line}>
          <i className="pi pi-exclamation-triangle" aria-hidden="true" />
          {t('sync.refusedOne', { name, why: text(why) })}
        </li>
      ))}
    </ul>
  );
}

/** An icon with the state of the sync, which links to the details. */
export function SyncSign() {
  const words = useSyncWords();
  if (words === null) return null;
  return (
    <Link className={`${styles.sign} icon-button`} to="/tool/user" aria-label={words.text} title={words.text}>
      <i className={`pi pi-${words.icon}`} aria-hidden="true" />
      <span className={`dot dot--${words.health} ${styles.dot}`} aria-hidden="true" />
    </Link>
  );
}

interface SyncWords {
  /** A name of primeicons without `pi-`. */
  icon: string;
  /** The colour of the dot. */
  health: 'good' | 'wait' | 'bad';
  text: string;
}

/** Describes the state of the sync with the account; null while sync is off. */
function useSyncWords(): SyncWords | null {
  const { t } = useTranslation();
  const { time } = useFormat();
  const phase = useSyncState((state) => state.phase);
  const count = useSyncState((state) => state.waiting);
  const refused = useSyncState((state) => state.refused.length);
  const savedAt = useSyncState((state) => state.savedAt);
  if (phase === 'off') return null;
  if (refused > 0) return { icon: 'cloud', health: 'bad', text: t('sync.refused', { count: refused }) };
  if (phase === 'waiting') {
    const text = count === 0 ? t('sync.unreachable') : t('sync.waiting', { count });
    return { icon: 'cloud', health: 'wait', text };
  }
  if (count > 0) return { icon: 'cloud-upload', health: 'wait', text: t('sync.pending', { count }) };
  if (savedAt === null) return { icon: 'cloud-upload', health: 'wait', text: t('sync.working') };
  return { icon: 'cloud', health: 'good', text: t('sync.saved', { at: time(savedAt) }) };
}
