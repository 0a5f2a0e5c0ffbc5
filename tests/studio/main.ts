import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { z } from 'zod';
import { packSchema } from '#shared/contract/overlay/pack.ts';
import { launchBrowser } from '../support/browser.ts';

/*
 * Renders the effect packs of `overlay/packs` from their sources in `overlay/art`:
 * `npm run packs`, or `npm run packs -- style-lava` for some of them.
 */

const root = join(import.meta.dirname, '../..');
const renderedSchema = z.object({ manifest: z.unknown(), files: z.record(z.string(), z.string()) });

const browser = await launchBrowser();
try {
  const page = await browser.newPage();
  page.setDefaultTimeout(0);
  page.on('console', (message) => console.error(message.text()));
  await page.addScriptTag({ content: await studioCode() });
  const all = z.array(z.string()).parse(await page.evaluate('studio.names'));
  const wanted = process.argv.slice(2);
  for (const name of all.filter((each) => wanted.length === 0 || wanted.includes(each))) {
    const begun = performance.now();
    const rendered = renderedSchema.parse(await page.evaluate(`studio.render(${JSON.stringify(name)})`));
    const folder = join(root, 'overlay/packs', name);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const pack = packSchema.parse(rendered.manifest);
    writeFileSync(join(folder, 'pack.json'), `${JSON.stringify(rendered.manifest, null, 2)}\n`);
    let bytes = 0;
    for (const [file, url] of Object.entries(rendered.files)) {
      const picture = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
      bytes += picture.length;
      writeFileSync(join(folder, file), picture);
    }
    const pixels = Object.values(pack.pictures).reduce(
      (sum, { width, height, frames }) => sum + width * height * frames,
      0,
    );
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    console.log(
      `${name}: ${Math.round(bytes / 1000)} kB, ${((pixels * 4) / 1e6).toFixed(1)} MB decoded, ${seconds} s`,
    );
  }
  // The manifests are checked like all files of the project.
  execFileSync('npm', ['run', '--silent', 'format', '--', 'overlay/packs'], { cwd: root, stdio: 'inherit' });
} finally {
  await browser.close();
}

/** Bundles the studio's page into one script. */
async function studioCode(): Promise<string> {
  const result = await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      lib: { entry: 'overlay/art/studio.ts', formats: ['iife'], name: 'studioPage' },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  const chunk = output !== undefined && 'output' in output ? output.output[0] : undefined;
  if (chunk === undefined) throw new Error('The studio was not bundled.');
  return chunk.code;
}
