import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSiteInfo } from '#renderer/data/queries/apiQueries.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { TextPage } from './TextPage.tsx';

const sections = ['counting', 'account', 'shows', 'logs', 'browser', 'others', 'rights'] as const;

/** The privacy policy, with this server's retention periods. */
export default function PrivacyPage() {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { data } = useSiteInfo();
  const days = (count: number | undefined) => (count === undefined ? '–' : number(count));
  const values = { showDays: days(data?.showDays), logDays: days(data?.logDays) };
  return (
    <TextPage
      title={t('web-100007')}
      lead={t('site.privacy.lead')}
      sections={sections.map((id) => ({
        id,
        title: t(`site.privacy.${id}`),
        text: t(`site.privacy.${id}.text`, values),
      }))}
    >
      <p>
        <Link className="link" to="/home/other">
          {t('site.privacy.own')}
        </Link>
      </p>
    </TextPage>
  );
}
