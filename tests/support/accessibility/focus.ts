import type { CDPSession, Page } from 'playwright';
import { z } from 'zod';

const walkSchema = z.object({ hasComeRound: z.boolean(), unseen: z.array(z.string()) });

/** Keys are sent so many at a time, and the page notes for itself what each came to. */
const AT_ONCE = 12;

/**
 * Goes through the page with the Tab key until the focus has come round, `most` steps at most, and names each
 * element on which nothing shows that it has the focus: neither itself nor the label or frame around it changes.
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

/** One after another in the page, whoever waits for it here or not. */
function pressTab(keys: CDPSession): Promise<unknown> {
  const tab = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 };
  return Promise.all([
    keys.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...tab }),
    keys.send('Input.dispatchKeyEvent', { type: 'keyUp', ...tab }),
  ]);
}

/** Runs in the page: nothing has the focus. */
function leave(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

/** Runs in the page: looks at what has the focus whenever a key is let go, by when it has moved on. */
function beginWalk(): void {
  const walk = { hasComeRound: false, unseen: [] as string[] };
  Object.assign(window, { walk });
  const met = new Set<Element>();
  let last: Element | null = null;
  const shows = (element: Element): boolean => {
    for (let at: Element | null = element, up = 0; at !== null && up < 4; at = at.parentElement, up += 1) {
      // What grows or fades in is judged by what it comes to.
      for (const change of at.getAnimations()) if (change instanceof CSSTransition) change.finish();
      const style = getComputedStyle(at);
      if (style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 1) return true;
      if (style.boxShadow !== 'none') return true;
    }
    return false;
  };
  const look = () => {
    if (Reflect.get(window, 'walk') !== walk)
      return window.removeEventListener('keyup', look, { capture: true });
    const element = document.activeElement;
    // Some have parts of their own that the key goes through.
    if (element === null || element === document.body || element === last) return;
    last = element;
    const [first] = met;
    if (element === first) walk.hasComeRound = true;
    if (met.has(element)) return;
    met.add(element);
    if (shows(element)) return;
    const problem = `nothing shows the focus on ${element.tagName.toLowerCase()}.${[...element.classList].join('.')}`;
    if (!walk.unseen.includes(problem)) walk.unseen.push(problem);
  };
  window.addEventListener('keyup', look, { capture: true });
}
