import type { Browser, Locator, Page } from 'playwright';
import { openBrowserTab } from './browserTab.ts';
import type { RunningRingside } from './ringside.ts';

/** The server that a visitor opens. */
type Site = Pick<RunningRingside, 'url' | 'output'>;

/** A browser on the site. Finds controls by their visible texts. */
export class Visitor {
  readonly page: Page;
  readonly #close: () => Promise<void>;
  readonly #server: Site;
  /** Errors and warnings of the page. Tests expect none at their end. */
  readonly complaints: string[] = [];

  private constructor(server: Site, page: Page, close: () => Promise<void>) {
    this.#server = server;
    this.#close = close;
    this.page = page;
    page.on('pageerror', (error) => this.complaints.push(error.message));
    page.on('console', (message) => {
      // The browser logs each failed request; the screens handle those.
      const isAnswer = message.text().startsWith('Failed to load resource');
      if (['error', 'warning'].includes(message.type()) && !isAnswer) this.complaints.push(message.text());
    });
  }

  static async open(browser: Browser, server: Site, path = ''): Promise<Visitor> {
    const stored = { lang: 'en' };
    const { page, close } = await openBrowserTab(browser, { width: 1280, height: 800, stored });
    const visitor = new Visitor(server, page, close);
    await visitor.goTo(path);
    return visitor;
  }

  async goTo(path: string): Promise<void> {
    await this.page.goto(new URL(path, this.#server.url).href);
  }

  /** Path and query of the current page. */
  get place(): string {
    const { pathname, search } = new URL(this.page.url());
    return pathname + search;
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, exact: typeof name === 'string' }).first();
  }

  field(name: string | RegExp): Locator {
    return this.page.getByLabel(name).first();
  }

  /** The row of a list with this text. */
  row(text: string | RegExp): Locator {
    return this.page.getByRole('row').filter({ hasText: text }).first();
  }

  toast(text: string | RegExp): Locator {
    return this.page.locator('.toast', { hasText: text });
  }

  /**
   * Fills in a form by labels and clicks `send`. The form's name is needed because the previous page, which stays until
   * the next one is loaded, may have fields with the same labels.
   */
  async fill(form: string, values: Record<string, string>, send?: string): Promise<void> {
    const sheet = this.page.locator(`form[name="${form}"]`);
    for (const [label, value] of Object.entries(values)) {
      await sheet.getByRole('textbox', { name: label, exact: true }).fill(value);
    }
    if (send !== undefined) await sheet.getByRole('button', { name: send, exact: true }).click();
  }

  /** Types with an input method: a composition, then its result. */
  async compose(form: string, label: string, text: string): Promise<void> {
    const input = this.page
      .locator(`form[name="${form}"]`)
      .getByRole('textbox', { name: label, exact: true });
    await input.fill('');
    await input.focus();
    const keys = await this.page.context().newCDPSession(this.page);
    const at = { selectionStart: text.length, selectionEnd: text.length };
    await keys.send('Input.imeSetComposition', { text, ...at });
    await keys.send('Input.insertText', { text });
    await keys.detach();
  }

  /** Signs in on the open sign-in page. */
  async signIn(email: string, password: string): Promise<void> {
    await this.fill('signin', { Email: email, Password: password }, 'Sign in');
  }

  /** Requests a code in the open form and reads it from the server's log. */
  async codeFor(email: string): Promise<string> {
    const known = this.#codes(email).length;
    await this.button('Send code').click();
    await this.toast('Verification code sent successfully').waitFor();
    const deadline = Date.now() + 10_000;
    for (;;) {
      const code = this.#codes(email)[known];
      if (code !== undefined) return code;
      if (Date.now() > deadline) throw new Error(`no code for ${email} in the log`);
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
  }

  #codes(email: string): string[] {
    const line = new RegExp(
      `Mail to ${email.replace(/\W/g, '\\$&')}: the verification code is (\\d{6})`,
      'g',
    );
    return Array.from(this.#server.output().matchAll(line), ([, code = '']) => code);
  }

  async close(): Promise<void> {
    await this.#close();
  }
}
