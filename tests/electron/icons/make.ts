import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchBrowser } from '../../support/browser.ts';
import { iconSizes, packIcns, packIco } from './containers.ts';

/** Draws build/icon.svg in every size that an installer needs: `node tests/electron/icons/make.ts`. */
const build = join(import.meta.dirname, '..', '..', '..', 'build');
const source = readFileSync(join(build, 'icon.svg')).toString('base64');
const browser = await launchBrowser();
const page = await browser.newPage();
const pictures = new Map<number, Buffer>();
mkdirSync(join(build, 'icons'), { recursive: true });
for (const size of iconSizes) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(
    `<body style="margin:0"><img src="data:image/svg+xml;base64,${source}" width="${size}" height="${size}"
      style="display:block">`,
  );
  await page
    .locator('img')
    .evaluate((image) => (image instanceof HTMLImageElement ? image.decode() : undefined));
  const png = await page.screenshot({ omitBackground: true });
  pictures.set(size, png);
  writeFileSync(join(build, 'icons', `${size}x${size}.png`), png);
}
await browser.close();
writeFileSync(join(build, 'icon.ico'), packIco(pictures));
writeFileSync(join(build, 'icon.icns'), packIcns(pictures));
