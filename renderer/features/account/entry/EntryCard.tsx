import './entry.css';
import type { ReactNode } from 'react';

/** A card in the middle of the page, for sign-in, sign-up and passwords. */
export function EntryCard({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <main className="entry">
      <section className="entry__card" aria-labelledby="entry-title">
        <h1 id="entry-title" className="entry__title">
          {title}
        </h1>
        {text !== undefined && <p className="muted">{text}</p>}
        {children}
      </section>
    </main>
  );
}
