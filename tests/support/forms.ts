import type { Browser } from 'playwright';
import type { SimulatorOptions } from '#tests/simulator/simulator.ts';
import { launchBrowser } from './browser.ts';
import { goOnAirOnDesktop } from './desktopOnAir.ts';
import { goOnAir, type OnAir } from './onAir.ts';

/** A form of the product, web or desktop, that runs the same scenarios. */
export interface Form {
  name: string;
  /** Starts the parts that all shows of a test file share. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** `variables` are environment variables of the product. */
  goOnAir(options?: SimulatorOptions, variables?: Record<string, string>): Promise<OnAir>;
}

let browser: Browser | null = null;

export const web: Form = {
  name: 'in a browser',
  start: async () => {
    browser = await launchBrowser();
  },
  stop: async () => {
    await browser?.close();
    browser = null;
  },
  goOnAir: async (options, variables) => {
    if (browser === null) throw new Error('the form has not been started');
    return goOnAir(browser, options, variables);
  },
};

const desktop: Form = {
  name: 'in the desktop app',
  start: async () => {},
  stop: async () => {},
  goOnAir: goOnAirOnDesktop,
};

export const forms: readonly Form[] = [web, desktop];
