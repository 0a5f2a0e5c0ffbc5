import { z } from 'zod';
import type { LivePage, Pages } from '#backstage/sources/page/pageSource.ts';
import { chromiumPages } from './ways.ts';

const evaluatedSchema = z.object({ result: z.object({ value: z.unknown() }) });

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

  /** The value of an expression in the page; undefined if the page does not answer. */
  async value(expression: string): Promise<unknown> {
    const answer = evaluatedSchema.safeParse(await this.run(expression).catch(() => null));
    return answer.data?.result.value;
  }
}
