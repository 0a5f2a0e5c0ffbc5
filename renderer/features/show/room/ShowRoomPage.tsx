import { useTranslation } from 'react-i18next';
import { useConnection, useRingside } from '#renderer/data/hooks.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { useAsk } from './lineState.ts';

/** Button that shows the room's page while the page waits for a person. */
export function ShowRoomPage() {
  const { t } = useTranslation();
  const ringside = useRingside();
  const linked = useConnection((state) => state.link.phase === 'open');
  const ask = useAsk();
  if (ask === null || !linked) return null;
  return (
    <Button
      small
      icon="window-maximize"
      label={t('room.showPage')}
      onClick={() => void ringside.attempt('room.showPage', {})}
    />
  );
}
