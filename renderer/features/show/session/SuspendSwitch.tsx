import { useTranslation } from 'react-i18next';
import { useRingside, useShow, useShowPhase } from '#renderer/data/hooks.ts';
import { useKey } from '#renderer/kit/keys/useKey.ts';
import { Switch } from '#renderer/kit/ui/Switch.tsx';

/** Makes every binding invalid for the time being; exclusive gifts still count. */
export function SuspendSwitch() {
  const { t } = useTranslation();
  const { attempt } = useRingside();
  const suspended = useShow((state) => state.suspended);
  const ended = useShow((state) => state.status === 'ended');
  const { phase } = useShowPhase();
  const possible = phase === 'following' && !ended;
  const set = (on: boolean) => void attempt('bindings.suspend', { on });
  useKey('bindings.suspend', () => set(!suspended), possible);
  return (
    <Switch
      label={t('bindings.suspend')}
      checked={suspended}
      disabled={!possible}
      keyAction="bindings.suspend"
      onChange={set}
    />
  );
}
