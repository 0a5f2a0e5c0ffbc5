import { useRingside } from '#renderer/data/hooks.ts';
import { DesktopUpdate } from './DesktopUpdate.tsx';
import { WebUpdate } from './WebUpdate.tsx';

/** Updates the page on the web, or the app on the desktop. */
export function UpdateSetting() {
  const { update } = useRingside().platform;
  return update.kind === 'desktop' ? <DesktopUpdate updater={update} /> : <WebUpdate updater={update} />;
}
