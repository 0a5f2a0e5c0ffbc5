import type { ReactNode } from 'react';
import styles from './entry.module.css';

/** A card in the middle of the page, for sign-in, sign-up and passwords. */
export function EntryCard({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <main className={styles.page}>
      <section className={styles.card} aria-labelledby="entry-title">
        <h1 id="entry-title" className={styles.title}>
          {title}
        </h1>
        {text !== undefined && <p className="muted">{text}</p>}
        {children}
      </section>
    </main>
  );
}
