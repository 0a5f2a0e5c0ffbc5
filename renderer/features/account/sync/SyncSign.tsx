import { Link } from 'react-router-dom';
import styles from './sync.module.css';
import { useSyncWords } from './useSyncWords.ts';

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
