import './progress.css';
import { useNavigation } from 'react-router-dom';

/** A thin bar at the top while a screen is on its way. What is there at once does not show it. */
export function Progress() {
  const { state } = useNavigation();
  return state === 'idle' ? null : <ProgressBar />;
}

export function ProgressBar() {
  return <div className="progress" aria-hidden="true" />;
}
