import type { LivePage, Pages } from '#backstage/sources/page/pageSource.ts';
import { chromiumPages } from './ways.ts';

/** The tests' browser, with access to the page that was opened last. */
export class OpenedPages implements Pages {
  readonly state = 'ready';
  readonly hasWindows = false;
  last: LivePage | null = null;
  /** Number of pages that were opened. */
  count = 0;

  async open(line: Parameters<Pages['open']>[0]): Promise<LivePage> {
    const page = await chromiumPages.open(line);
    this.last = page;
    this.count += 1;
    return page;
  }

  signOut(): Promise<void> {
    return chromiumPages.signOut();
  }

  /** Ends the page's process. */
  crash(): void {
    void this.last?.devtools.send('Page.crash').catch(() => {});
  }

  reload(): void {
    void this.last?.devtools.send('Page.reload').catch(() => {});
  }

  /** Runs a script in the page, with the rights that a page has after a click. */
  async run(expression: string): Promise<unknown> {
    return this.last?.devtools.send('Runtime.evaluate', {
      expression,
      userGesture: true,
    });
  }
}
