import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import { z } from 'zod';
import { findBrowser } from './browser.ts';
import type { OnAir } from './onAir.ts';
import { until } from './until.ts';

/**
 * Variables for a server at which a person sits. Its browser keeps its windows in memory and has a debugging port, so
 * that a test can act as the person.
 */
export function displayVariables(folder: string): Record<string, string> {
  const browser = findBrowser();
  if (browser === undefined) throw new Error('No browser: run `npm test` once, which installs one.');
  const script = join(folder, 'browser.sh');
  writeFileSync(
    script,
    `#!/bin/sh\nexec ${browser} --ozone-platform=headless --remote-debugging-port=0 "$@"\n`,
  );
  chmodSync(script, 0o755);
  return { PAGE_BROWSER: script, DISPLAY: ':0' };
}

/** A person at the window of a room's page. */
export class RoomPageWindow {
  readonly #browser: Browser;
  readonly page: Page;

  /** Waits for a page of the browser whose address contains `part`. */
  static async find({ pageProfile }: Pick<OnAir, 'pageProfile'>, part: string): Promise<RoomPageWindow> {
    const file = join(pageProfile, 'DevToolsActivePort');
    // The browser creates the file before it writes the port.
    const port = () => (existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0);
    await until(() => port() > 0, 'a debugging port of the room page');
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port()}`);
    const find = () =>
      browser
        .contexts()
        .flatMap((context) => context.pages())
        .find((page) => page.url().includes(part));
    await until(() => find() !== undefined, `a room page at ${part}`);
    const page = find();
    if (page === undefined) throw new Error(`no room page at ${part}`);
    return new RoomPageWindow(browser, page);
  }

  private constructor(browser: Browser, page: Page) {
    this.#browser = browser;
    this.page = page;
  }

  /** The state of the browser's window, such as `minimized`. */
  async state(): Promise<string> {
    const session = await this.page.context().newCDPSession(this.page);
    const { bounds } = boundsSchema.parse(await session.send('Browser.getWindowForTarget'));
    await session.detach();
    return bounds.windowState;
  }

  /** Closes the connection to the browser, not the browser. */
  async leave(): Promise<void> {
    await this.#browser.close();
  }
}

const boundsSchema = z.object({ bounds: z.object({ windowState: z.string() }) });
