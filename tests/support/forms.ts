import type { SimulatorOptions } from '#tests/simulator/simulator.ts';
import { goOnAirOnDesktop } from './desktopOnAir.ts';
import { goOnAir, type OnAir } from './onAir.ts';
import { sharedBrowser } from './sharedBrowser.ts';

/** A form of the product, web or desktop, that runs the same scenarios. */
export interface Form {
  name: string;
  /** `variables` are environment variables of the product. */
  goOnAir(options?: SimulatorOptions, variables?: Record<string, string>): Promise<OnAir>;
}

export const web: Form = {
  name: 'in a browser',
  goOnAir: async (options, variables) => goOnAir(await sharedBrowser(), options, variables),
};

const desktop: Form = { name: 'in the desktop app', goOnAir: goOnAirOnDesktop };

export const forms: readonly Form[] = [web, desktop];
