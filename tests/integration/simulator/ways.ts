import { describe } from 'vitest';
import { ChromiumPages } from '#server/pages/chromium.ts';
import type { Line } from '#shared/contract/connection.ts';
import { findBrowser } from '#tests/support/browser.ts';
import { skipUnless } from '#tests/support/skipUnless.ts';

/** A way to read a room. */
export interface Way {
  kind: 'direct' | 'page';
  /** The browser of the page line; all tests share it. */
  pages: ChromiumPages | undefined;
  /** The same lines, read this way. */
  lines(lines: readonly Line[]): Line[];
}

const browser = findBrowser();

/** Options of a suite that needs a browser. */
export const needsBrowser = skipUnless(browser !== undefined, 'no Chromium is installed');

/** The browser of all tests. It starts with the first page, and closes a minute after the last. */
export const chromiumPages = new ChromiumPages(() => browser ?? null);

/** Runs the same tests for a room that is read directly and for one that is read from its page. */
export function describeEachWay(name: string, tests: (way: Way) => void): void {
  const describeWay = (kind: Way['kind'], options: object) =>
    describe(`${name}, ${kind} line`, options, () => {
      const pages = kind === 'page' ? chromiumPages : undefined;
      tests({ kind, pages, lines: (lines) => lines.map((line) => ({ ...line, kind })) });
    });
  describeWay('direct', {});
  describeWay('page', needsBrowser);
}
