import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { TextPage } from './TextPage.tsx';

const sections = ['what', 'now'] as const;

/** What there is for streaming software, and what there is not yet. */
export default function WidgetPage() {
  const { t } = useTranslation();
  return (
    <TextPage
      title={t('site.widget')}
      lead={t('site.widget.lead')}
      sections={sections.map((id) => ({
        id,
        title: t(`site.widget.${id}`),
        text: t(`site.widget.${id}.text`),
      }))}
    >
      <p>
        <Link className="p-button" to="/tool">
          {t('site.openTool')}
        </Link>
      </p>
    </TextPage>
  );
}
