import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Panel } from '../../../ui/Panel.tsx';

export default function GiftData() {
  const { t } = useTranslation();
  return (
    <Panel title={t('home.giftData')}>
      <EmptyState icon="gift" title={t('home.giftData')} />
    </Panel>
  );
}
