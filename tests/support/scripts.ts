import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright';

/** The scripts that a page loads: names without their hash, and compressed bytes. */
export function collectScripts(page: Page): { settled(): Promise<Map<string, number>> } {
  const seen: { path: string; body: Promise<Buffer> }[] = [];
  page.on('response', (response) => {
    const path = new URL(response.url()).pathname;
    // Read the body at once: it is gone after the next navigation.
    if (path.endsWith('.js')) seen.push({ path, body: response.body() });
  });
  return {
    settled: async () => {
      const sizes = new Map<string, number>();
      for (const { path, body } of seen) {
        const file = path.split('/').pop() ?? '';
        sizes.set(file.replace(/-[\w-]{8}\.js$/, ''), gzipSync(await body).length);
      }
      return sizes;
    },
  };
}
