import { chooseOption } from '#tests/support/controls.ts';
import { ExtrasTab } from '#tests/support/extrasTab.ts';
import { type StandInObs, startStandInObs } from '#tests/support/standInObs.ts';
import type { ToolPage } from '#tests/support/toolPage.ts';
import { until } from '#tests/support/until.ts';

const PASSWORD = 'geheim';
const WIDGET = 'Ranking widget';

/** The host's streaming software, which the tool reaches from a window. */
export class ObsDesk {
  readonly obs: StandInObs;
  readonly #extras: ExtrasTab;
  #link = '';

  private constructor(obs: StandInObs, extras: ExtrasTab) {
    this.obs = obs;
    this.#extras = extras;
  }

  static async open(window: ToolPage): Promise<ObsDesk> {
    const obs = await startStandInObs({ password: PASSWORD, scenes: ['Talk', 'Battle'] });
    const desk = new ObsDesk(obs, new ExtrasTab(window));
    await desk.#add();
    return desk;
  }

  /** The address that OBS shows. */
  get shown(): unknown {
    return this.obs.inputs.get(WIDGET)?.url;
  }

  get link(): string {
    return this.#link;
  }

  /** OBS drops the tool. The tool comes back by itself, and reloads the widget in OBS. */
  async restart(): Promise<void> {
    const { page } = this.#extras;
    const reloads = this.obs.reloaded.length;
    this.obs.drop();
    await this.#extras.open();
    await page
      .getByRole('button', { name: new RegExp(`^${WIDGET}`) })
      .first()
      .click();
    await page.getByText('In OBS: Battle').first().waitFor();
    await page.getByRole('button', { name: 'In OBS', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Add to OBS' });
    await dialog.getByRole('button', { name: `Reload ${WIDGET} in OBS` }).click();
    await until(() => this.obs.reloaded.length > reloads, 'OBS to reload the widget');
    await this.#leave();
  }

  async #add(): Promise<void> {
    const { page } = this.#extras;
    await this.#extras.open();
    this.#link = await this.#extras.add(WIDGET);
    await page.getByRole('button', { name: 'Add to OBS' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add to OBS' });
    await dialog.getByLabel('Address').fill(this.obs.address);
    await dialog.getByLabel('Server password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Connect to OBS' }).click();
    await chooseOption(page, 'Scene', 'Battle');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.getByText('In OBS: Battle').waitFor();
    await this.#leave();
  }

  async #leave(): Promise<void> {
    const { page, tool } = this.#extras;
    await page
      .getByRole('dialog', { name: 'Add to OBS' })
      .getByRole('button', { name: 'Close' })
      .first()
      .click();
    await tool.tab('Homepage');
    await page.locator('[data-totals]').waitFor({ state: 'attached' });
  }
}
