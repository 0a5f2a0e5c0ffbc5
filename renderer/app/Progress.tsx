import { useNavigation } from 'react-router-dom';
import styles from './Progress.module.css';

/** A thin bar at the top while a screen loads; hidden if the screen is there at once. */
export function Progress() {
  const { state } = useNavigation();
  return state === 'idle' ? null : <ProgressBar />;
}

export function ProgressBar() {
  return <div className={styles.progress} data-progress aria-hidden="true" />;
}
