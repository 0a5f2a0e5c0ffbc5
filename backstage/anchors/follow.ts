import type { Preset } from '#shared/contract/preset.ts';
import type { AnchorBook } from './anchorBook.ts';

export interface Followed {
  /** The preset of the show that is open, null for none. */
  preset(): Preset | null;
  webUrl(): string;
}

/** Has the anchors of the open show's preset looked up; to be called whenever the show may have changed. */
export function anchorFollower(book: Pick<AnchorBook, 'want'>, { preset, webUrl }: Followed): () => void {
  let seen: { preset: Preset | null; webUrl: string } = { preset: null, webUrl: '' };
  return () => {
    const now = { preset: preset(), webUrl: webUrl() };
    // A preset is replaced, never changed: comparing it costs nothing with every batch of a busy show.
    if (now.preset === seen.preset && now.webUrl === seen.webUrl) return;
    seen = now;
    book.want(now.preset?.anchors.map(({ username }) => username) ?? []);
  };
}
