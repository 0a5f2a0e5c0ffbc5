import type { Browser, BrowserContext, Locator, Page } from 'playwright';
import { PNG } from 'pngjs';
import { readQr } from './readQr.ts';
import type { ToolPage } from './toolPage.ts';

/** Extras in a window of the tool. */
export class ExtrasTab {
  readonly tool: ToolPage;
  readonly page: Page;

  constructor(tool: ToolPage) {
    this.tool = tool;
    this.page = tool.page;
  }

  async open(): Promise<void> {
    await this.tab('Extras');
    await this.page.getByRole('region', { name: 'Extras' }).waitFor();
  }

  async tab(name: string): Promise<void> {
    await this.page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
  }

  /** Adds a widget, whose editor opens, and returns its link. `kind` is the visible name. */
  async add(kind: string): Promise<string> {
    await this.page.getByRole('button', { name: 'Add a widget' }).click();
    // The button's name goes on with what the widget shows.
    await this.page
      .getByRole('dialog')
      .getByRole('button', { name: new RegExp(`^${kind}`) })
      .click();
    await this.page.getByRole('heading', { level: 2, name: kind }).waitFor();
    return this.address.inputValue();
  }

  get address(): Locator {
    return this.page.getByLabel('Link for OBS', { exact: true }).and(this.page.locator('input'));
  }

  field(name: string): Locator {
    return this.page
      .locator('form[name="widget"]')
      .getByLabel(name, { exact: true })
      .and(this.page.locator('input'));
  }

  /** An option of a radio group. */
  choice(group: string, name: string): Locator {
    return this.page.getByRole('radiogroup', { name: group }).getByText(name, { exact: true });
  }

  /** Waits until all changes are saved. */
  async saved(): Promise<void> {
    await this.page.getByRole('status').filter({ hasText: 'Saved' }).waitFor();
  }

  toast(text: string): Locator {
    return this.page.locator('.toast', { hasText: text });
  }

  /** Scans the QR code on the screen. */
  async readQr(): Promise<string> {
    return readQr(
      PNG.sync.read(
        await this.page.getByRole('dialog').locator('svg[role="img"]').screenshot({ animations: 'allow' }),
      ),
    );
  }
}

/** Opens a widget's link in a new browser context, as streaming software does. */
export async function openOverlay(
  browser: Browser,
  address: string,
  prepare: (page: Page) => Promise<void> = async () => {},
): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({ viewport: { width: 540, height: 960 } });
  const page = await context.newPage();
  await prepare(page);
  await page.goto(address);
  return { page, context };
}

/** The votes in a ranking by name. */
export async function rankingOn(page: Page): Promise<Record<string, number>> {
  const pairs = await page
    .locator('.ranking__row')
    .evaluateAll((rows) =>
      rows.map((row) => [
        row.querySelector('.ranking__name')?.textContent ?? '',
        row.querySelector('.ranking__votes')?.textContent ?? '',
      ]),
    );
  return Object.fromEntries(
    pairs.map(([name = '', votes = '']) => [name, Number(votes.replaceAll(/\D/g, ''))]),
  );
}
