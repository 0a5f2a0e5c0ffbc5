import { useRingside } from '#renderer/data/hooks.ts';
import { DesktopUpdate } from './DesktopUpdate.tsx';
import { WebUpdate } from './WebUpdate.tsx';

/** Update version: a newer page on the web, a newer app on the desktop. */
export function UpdateSetting() {
  const { update } = useRingside().platform;
  return update.kind === 'desktop' ? <DesktopUpdate updater={update} /> : <WebUpdate updater={update} />;
}
