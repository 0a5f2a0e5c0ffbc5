import './progress.css';
import { useNavigation } from 'react-router-dom';

/** A thin bar at the top while a screen loads; hidden if the screen is there at once. */
export function Progress() {
  const { state } = useNavigation();
  return state === 'idle' ? null : <ProgressBar />;
}

export function ProgressBar() {
  return <div className="progress" aria-hidden="true" />;
}
