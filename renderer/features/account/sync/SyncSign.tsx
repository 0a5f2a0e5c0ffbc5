import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSyncState } from '#renderer/data/sync/startSync.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import styles from './sync.module.css';

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
export function useSyncWords(): SyncWords | null {
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
