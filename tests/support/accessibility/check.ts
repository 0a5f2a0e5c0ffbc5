import type { Page } from 'playwright';
import { faintTexts } from './contrast.ts';
import { unseenFocus } from './focus.ts';
import { namelessControls } from './names.ts';
import { structureProblems } from './structure.ts';

/** What keeps somebody from using the page as it stands: a sentence for each; none at all is what is wanted. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
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
