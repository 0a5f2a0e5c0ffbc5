import { useTranslation } from 'react-i18next';
import { TextPage } from './TextPage.tsx';

const sections = ['use', 'account', 'content', 'platform', 'results', 'end'] as const;

/** The rules of using an account on this server. */
export default function PolicyPage() {
  const { t } = useTranslation();
  return (
    <TextPage
      title={t('web-100008')}
      lead={t('site.policy.lead')}
      sections={sections.map((id) => ({
        id,
        title: t(`site.policy.${id}`),
        text: t(`site.policy.${id}.text`),
      }))}
    />
  );
}
