import type { ReactNode } from 'react';
import styles from './TextPage.module.css';

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
