import { useTranslation } from 'react-i18next';
import { useConnection, usePage, useShow } from '#renderer/data/hooks.ts';
import { Panel } from '#renderer/kit/ui/Panel.tsx';

/** Facts about this page: device, time zone, build and show. */
export function PagePanel() {
  const { t } = useTranslation();
  const { platform } = usePage();
  const build = useConnection((state) => state.build);
  const room = useShow((state) => state.room?.username ?? '');
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return (
    <Panel title={t('user.other')} body="padded">
      <Fact label={t('user.device')} value={t(`user.device.${platform.kind}`)} />
      <Fact label={t('user.timeZone')} value={timeZone} />
      <Fact label={t('user.build')} value={build ?? '…'} />
      <Fact label={t('user.show')} value={room === '' ? t('user.noShow') : `@${room}`} />
    </Panel>
  );
}

/** A label with a value that cannot be changed here. */
function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div className="setting__row">
      <p className="strong">{label}</p>
      <p className="setting__fact">{value}</p>
    </div>
  );
}
