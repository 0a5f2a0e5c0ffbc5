import type { Page } from 'playwright';
import type { ToolPage } from '../toolPage.ts';
import { faintTexts } from './contrast.ts';
import { unseenFocus } from './focus.ts';
import { namelessControls } from './names.ts';
import { structureProblems } from './structure.ts';

/** Describes each accessibility problem of the page in a sentence. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  await page.evaluate(settled);
  const faint = await faintTexts(page);
  return [
    ...(await namelessControls(page)),
    ...(await structureProblems(page)),
    ...faint.map(
      ({ text, where, ratio, needed }) => `"${text}" (${where}) has a contrast of ${ratio}, needs ${needed}`,
    ),
    ...(await unseenFocus(page)),
  ];
}

/** Checks a page in dark colours, its initial state, and then in light colours. */
export async function problemsInBothColours(tool: ToolPage): Promise<{ dark: string[]; light: string[] }> {
  const dark = await accessibilityProblems(tool.page);
  await tool.turnLight();
  return { dark, light: await accessibilityProblems(tool.page) };
}

/** Runs in the page: waits for all animations that end. */
async function settled(): Promise<void> {
  const ends = document
    .getAnimations()
    .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
  await Promise.allSettled(ends.map((animation) => animation.finished));
}
