import './entry.css';
import type { ReactNode } from 'react';

/** A sheet in the middle of the page: signing in, signing up, passwords. */
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
