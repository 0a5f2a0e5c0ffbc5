import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSiteInfo } from '#renderer/data/queries/apiQueries.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import styles from './TextPage.module.css';

const policySections = ['use', 'account', 'content', 'platform', 'results', 'end'] as const;

/** The rules of using an account on this server. */
export function PolicyPage() {
  const { t } = useTranslation();
  return (
    <TextPage
      title={t('web-100008')}
      lead={t('site.policy.lead')}
      sections={policySections.map((id) => ({
        id,
        title: t(`site.policy.${id}`),
        text: t(`site.policy.${id}.text`),
      }))}
    />
  );
}

const aboutSections = ['why', 'promise', 'name', 'open'] as const;

/** Describes Ringside and its promises to hosts. */
export function AboutPage() {
  const { t } = useTranslation();
  return (
    <TextPage
      title={t('web-100009')}
      lead={t('site.about.lead')}
      sections={aboutSections.map((id) => ({
        id,
        title: t(`site.about.${id}`),
        text: t(`site.about.${id}.text`),
      }))}
    />
  );
}

export interface TextPageProps {
  title: string;
  lead: string;
  sections: readonly { id: string; title: string; text: string }[];
  children?: ReactNode;
}

/** A page of text under headings. A blank line begins a new paragraph. */
export function TextPage({ title, lead, sections, children }: TextPageProps) {
  return (
    <main className={styles.textPage}>
      <h1>{title}</h1>
      <p className={styles.lead}>{lead}</p>
      {sections.map((section) => (
        <section key={section.id} id={section.id}>
          <h2>{section.title}</h2>
          {section.text.split('\n\n').map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
      {children}
    </main>
  );
}

const sections = ['counting', 'account', 'shows', 'logs', 'browser', 'others', 'rights'] as const;

/** The privacy policy, with this server's retention periods. */
export function PrivacyPage() {
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
