import type { Page } from 'playwright';

/**
 * How much of what is drawn before green is lost to OBS's filter Chroma Key as it comes: a pixel's distance from
 * the key in the plane of colours (Cb and Cr of BT.601, 0 to 1) is lessened by the similarity (0.4) and divided by
 * the smoothness (0.08); below 1 of that it lets something through. Pixels of the very key are its ground.
 * `lost` are those that are gone altogether, `thinned` counts those that let something through.
 */
export async function lostToKey(
  page: Page,
): Promise<{ ground: number; drawn: number; thinned: number; lost: string[] }> {
  const picture = (await page.screenshot({ animations: 'allow' })).toString('base64');
  const other = await page.context().newPage();
  try {
    return await other.evaluate(async (data) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = image.width;
      canvas.height = image.height;
      const context = canvas.getContext('2d');
      if (context === null) throw new Error('no canvas');
      context.drawImage(image, 0, 0);
      const { data: bytes } = context.getImageData(0, 0, image.width, image.height);
      const colourOf = (r: number, g: number, b: number) => [
        (-0.1687 * r - 0.3313 * g + 0.5 * b) / 255,
        (0.5 * r - 0.4187 * g - 0.0813 * b) / 255,
      ];
      const [keyCb = 0, keyCr = 0] = colourOf(0, 255, 0);
      const lost = new Set<string>();
      let ground = 0;
      let thinned = 0;
      for (let at = 0; at < bytes.length; at += 4) {
        const [r = 0, g = 0, b = 0] = bytes.subarray(at, at + 3);
        if (r === 0 && g === 255 && b === 0) {
          ground += 1;
          continue;
        }
        const [cb = 0, cr = 0] = colourOf(r, g, b);
        const far = Math.hypot(cb - keyCb, cr - keyCr) - 0.4;
        if (far < 0.08) thinned += 1;
        if (far <= 0) {
          const pixel = at / 4;
          lost.add(`rgb(${r}, ${g}, ${b}) at ${pixel % image.width},${Math.floor(pixel / image.width)}`);
        }
      }
      const drawn = bytes.length / 4 - ground;
      return { ground, drawn, thinned, lost: [...lost].slice(0, 20) };
    }, picture);
  } finally {
    await other.close();
  }
}
