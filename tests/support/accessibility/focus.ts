import type { CDPSession, Page } from 'playwright';
import { z } from 'zod';

const walkSchema = z.object({ hasComeRound: z.boolean(), unseen: z.array(z.string()) });

/** Tab keys per batch. The page records the focus after each key. */
const AT_ONCE = 12;

/**
 * Presses Tab until the focus is back at the start, at most `most` times, and names each element without a visible
 * focus: neither the element nor its label or frame has an outline or shadow, or nothing of the element is on screen.
 */
export async function unseenFocus(page: Page, most = 60): Promise<string[]> {
  const keys = await page.context().newCDPSession(page);
  try {
    await page.evaluate(leave);
    await page.evaluate(beginWalk);
    for (let step = AT_ONCE; ; step += AT_ONCE) {
      await Promise.all(Array.from({ length: AT_ONCE }, () => pressTab(keys)));
      const { hasComeRound, unseen } = walkSchema.parse(
        await page.evaluate(() => Reflect.get(window, 'walk')),
      );
      if (!hasComeRound && step < most) continue;
      await page.evaluate(leave);
      return unseen;
    }
  } finally {
    await keys.detach();
  }
}

/** Sends the key. The page handles keys in order, so callers may send several at once. */
function pressTab(keys: CDPSession): Promise<unknown> {
  const tab = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 };
  return Promise.all([
    keys.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...tab }),
    keys.send('Input.dispatchKeyEvent', { type: 'keyUp', ...tab }),
  ]);
}

/** Runs in the page: removes the focus. */
function leave(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

/** Runs in the page: checks the focused element at each keyup, after the focus has moved. */
function beginWalk(): void {
  const walk = { hasComeRound: false, unseen: [] as string[] };
  Object.assign(window, { walk });
  const met = new Set<Element>();
  let last: Element | null = null;
  const shows = (element: Element): boolean => {
    for (let at: Element | null = element, up = 0; at !== null && up < 4; at = at.parentElement, up += 1) {
      // Finish transitions, because they begin with the style before the focus.
      for (const change of at.getAnimations()) if (change instanceof CSSTransition) change.finish();
      const style = getComputedStyle(at);
      if (style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 1) return true;
      if (style.boxShadow !== 'none') return true;
    }
    return false;
  };
  const hasArea = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return width >= 1 && height >= 1;
  };
  const look = () => {
    if (Reflect.get(window, 'walk') !== walk)
      return window.removeEventListener('keyup', look, { capture: true });
    const element = document.activeElement;
    // Tab may move inside an element such as a date field.
    if (element === null || element === document.body || element === last) return;
    last = element;
    const [first] = met;
    if (element === first) walk.hasComeRound = true;
    if (met.has(element)) return;
    met.add(element);
    if (shows(element) && hasArea(element)) return;
    const problem = `nothing shows the focus on ${element.tagName.toLowerCase()}.${[...element.classList].join('.')}`;
    if (!walk.unseen.includes(problem)) walk.unseen.push(problem);
  };
  window.addEventListener('keyup', look, { capture: true });
}
