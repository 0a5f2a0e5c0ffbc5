import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Panel } from '../../../ui/Panel.tsx';

export default function UserList() {
  const { t } = useTranslation();
  return (
    <Panel title={t('home.userList')}>
      <EmptyState icon="users" title={t('home.userList')} />
    </Panel>
  );
}
