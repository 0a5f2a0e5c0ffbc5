import { join } from 'node:path';
import type { Browser } from 'playwright';
import {
  effectScenes,
  effectStyles,
  lineColours,
  skins,
  type WidgetKind,
  widgetFonts,
  widgetThemes,
  workbenchLayouts,
} from '#shared/contract/overlay/widget.ts';
import type { Picture } from './indexPage.ts';
import { languages, themes } from './matrix.ts';

/** One widget's page on a sheet. */
interface Cell {
  options: { kind: WidgetKind; [option: string]: unknown };
  width: number;
  height: number;
  scale: number;
  /** Second of the sample show at which the picture is taken. */
  at: number;
}

interface Sheet {
  name: string;
  columns: number;
  cells: Cell[];
}

const plates = [
  'ranking',
  'pkBar',
  'countdown',
  'anchorCards',
  'totalVotes',
  'giftGuide',
  'danceQueue',
  'recentGifts',
  'lastWinner',
  'thanks',
  'goal',
  'giftAlert',
  'timeBonus',
] as const satisfies readonly WidgetKind[];

/** Seconds of the sample at which the effects have each level. */
const LEVELS = [1, 7, 13] as const;

function sheetsOf(language: (typeof languages)[number]): Sheet[] {
  const frame = { language };
  // A calm page shows an effect as one still picture: a dozen moving ones would take minutes.
  const still = { language, calm: true };
  const upright = { width: 1080, height: 1920, scale: 0.24, at: 13 };
  const wide = { width: 1920, height: 1080, scale: 0.24, at: 13 };
  return [
    ...plates.map((kind) => ({
      name: `overlay-${kind}`,
      columns: 3,
      cells: widgetThemes.map((theme, place) => ({
        options: { kind, frame: { ...frame, theme, font: widgetFonts[place % widgetFonts.length] } },
        width: 1080,
        height: 1080,
        scale: 0.45,
        at: 40,
      })),
    })),
    {
      name: 'overlay-countdown-states',
      columns: 3,
      cells: [52, 58, 62, 70].map((at) => ({
        options: { kind: 'countdown' as const, frame },
        width: 1080,
        height: 720,
        scale: 0.45,
        at,
      })),
    },
    ...effectStyles.map((style, place) => ({
      name: `overlay-effects-${style}`,
      columns: 5,
      cells: [
        ...LEVELS.map((at) => ({
          options: { kind: 'effects' as const, frame: still, style, lines: lineColours[place % 4] },
          ...upright,
          at,
        })),
        ...effectScenes.slice(1).map((scene, other) => ({
          options: {
            kind: 'effects' as const,
            frame: still,
            style,
            scene,
            lines: lineColours[(place + other + 1) % 4],
          },
          ...upright,
        })),
      ],
    })),
    {
      name: 'overlay-effects-wide',
      columns: 3,
      cells: effectStyles.flatMap((style, place) =>
        effectScenes.map((scene, other) => ({
          options: {
            kind: 'effects' as const,
            frame: still,
            style,
            scene,
            lines: lineColours[(place + other) % 4],
          },
          ...wide,
        })),
      ),
    },
    ...workbenchLayouts.map((layout) => ({
      name: `overlay-workbench-${layout}`,
      columns: layout === 'horizontal' ? 2 : skins.length,
      cells: skins.map((skin, place) => ({
        options: {
          kind: 'workbench' as const,
          frame,
          layout,
          skin,
          background: { kind: place % 5 === 4 ? 'green' : 'transparent' },
        },
        ...(layout === 'horizontal'
          ? { width: 1920, height: 360, scale: 0.42, at: 55 }
          : { width: 360, height: 1920, scale: 0.42, at: 55 }),
      })),
    })),
  ];
}

/** The chosen languages and backgrounds. */
interface Matrix {
  locales: readonly (typeof languages)[number][];
  grounds: readonly (typeof themes)[number][];
}

/** Takes sheets of every widget in every theme, of the effects, and of the workbench's skins. */
export async function takeOverlaySheets(
  browser: Browser,
  url: string,
  folder: string,
  { locales = languages, grounds = themes }: Partial<Matrix> = {},
): Promise<Picture[]> {
  const pictures: Picture[] = [];
  const { origin } = new URL(url);
  for (const language of locales) {
    for (const theme of grounds) {
      for (const sheet of sheetsOf(language)) {
        const page = await browser.newPage({ viewport: { width: 1500, height: 400 } });
        // Same origin as the pages: only it may frame them.
        await page.route(`${origin}/sheet`, (route) =>
          route.fulfill({ contentType: 'text/html', body: sheetPage(sheet, theme) }),
        );
        await page.goto(`${origin}/sheet`);
        for (const frame of page.frames().slice(1)) {
          await frame.locator('.host > *').first().waitFor({ state: 'attached' });
          if (frame.url().includes('sample=effects')) await frame.locator('.fx-set').waitFor();
          await frame.evaluate(() => document.fonts.ready);
        }
        const file = `${sheet.name}-${language}-${theme}.png`;
        await page.locator('main').screenshot({ path: join(folder, file), animations: 'allow' });
        pictures.push({ file, screen: sheet.name, amount: 'full', language, theme, size: 'sheet' });
        await page.close();
      }
    }
  }
  return pictures;
}

/** A background that stands for a bright or a dark video. */
export function videoBehind(theme: 'dark' | 'light'): string {
  return theme === 'light'
    ? 'linear-gradient(#f7f4ee, #dfe5ec)'
    : 'radial-gradient(45% 25% at 50% 40%, #8a6a60, #5d4650 45%, transparent), linear-gradient(#1c2030, #0e1016)';
}

function sheetPage({ columns, cells }: Sheet, theme: 'dark' | 'light'): string {
  const behind = videoBehind(theme);
  const boxes = cells.map(({ options, width, height, scale, at }) => {
    const address = `/overlay/#sample=${options.kind}&at=${at}&options=${encodeURIComponent(JSON.stringify(options))}`;
    const box = `width:${width * scale}px;height:${height * scale}px`;
    return `<div style="${box}"><iframe src="${address}" width="${width}" height="${height}" style="transform:scale(${scale})"></iframe></div>`;
  });
  return `<!doctype html><style>
body { margin: 0; }
main { display: inline-grid; grid-template-columns: repeat(${columns}, max-content); gap: 6px; padding: 6px; background: #777; }
div { overflow: hidden; background: ${behind}; }
iframe { border: 0; transform-origin: 0 0; }
</style><main>${boxes.join('')}</main>`;
}
