import type { Page } from 'playwright';
import type { ToolPage } from '../toolPage.ts';
import { faintTexts } from './contrast.ts';
import { unseenFocus } from './focus.ts';
import { namelessControls } from './names.ts';
import { structureProblems } from './structure.ts';

/** What keeps somebody from using the page as it stands: a sentence for each; none at all is what is wanted. */
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

/** The same in dark colours, in which a page is opened, and then in light ones. */
export async function problemsInBothColours(tool: ToolPage): Promise<{ dark: string[]; light: string[] }> {
  const dark = await accessibilityProblems(tool.page);
  await tool.turnLight();
  return { dark, light: await accessibilityProblems(tool.page) };
}

/** Runs in the page: what comes in or goes is there, or gone, once it has ended; what moves for ever is as it is. */
async function settled(): Promise<void> {
  const ends = document
    .getAnimations()
    .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
  await Promise.allSettled(ends.map((animation) => animation.finished));
}
