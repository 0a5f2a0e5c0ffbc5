import type { Page } from 'playwright';
import { expect } from 'vitest';

/** Connects an analyser to each sound, which sees the samples that the page plays. */
export async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { start } = AudioBufferSourceNode.prototype;
    AudioBufferSourceNode.prototype.start = function (this: AudioBufferSourceNode, ...times: number[]) {
      const analyser = new AnalyserNode(this.context, { fftSize: 32_768 });
      this.connect(analyser);
      Object.assign(window, { analyser });
      start.apply(this, times as [number?]);
    };
  });
}

/** Whether samples that are not silent have just been played. */
export function isSounding(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const { analyser } = Object.assign({ analyser: null as AnalyserNode | null }, window);
    if (analyser === null) return false;
    const samples = new Float32Array(analyser.fftSize);
    analyser.getFloatTimeDomainData(samples);
    return samples.some((sample) => Math.abs(sample) > 0.01);
  });
}

export const heard = (page: Page) => expect.poll(() => isSounding(page), { timeout: 20_000 }).toBe(true);
export const silent = (page: Page) => expect.poll(() => isSounding(page), { timeout: 20_000 }).toBe(false);
