import { useTranslation } from 'react-i18next';
import { TextPage } from './TextPage.tsx';

const sections = ['why', 'promise', 'name', 'open'] as const;

/** Describes Ringside and its promises to hosts. */
export default function AboutPage() {
  const { t } = useTranslation();
  return (
    <TextPage
      title={t('web-100009')}
      lead={t('site.about.lead')}
      sections={sections.map((id) => ({
        id,
        title: t(`site.about.${id}`),
        text: t(`site.about.${id}.text`),
      }))}
    />
  );
}
