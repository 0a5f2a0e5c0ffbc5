import type { Browser } from 'playwright';

/** Converts a screenshot to WebP with the browser's encoder. */
export async function toWebp(browser: Browser, png: Buffer, quality = 0.86): Promise<Buffer> {
  const page = await browser.newPage();
  const url = await page.evaluate(
    async ([source, wanted]) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = image.width;
      canvas.height = image.height;
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', wanted);
    },
    [`data:image/png;base64,${png.toString('base64')}`, quality] as const,
  );
  await page.close();
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}
