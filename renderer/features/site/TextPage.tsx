import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
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
