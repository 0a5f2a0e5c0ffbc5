import type { Page } from 'playwright';

/**
 * Goes through the page with the Tab key, `most` steps at most, and names each element on which nothing shows
 * that it has the focus: neither itself nor the label or frame around it changes.
 */
export async function unseenFocus(page: Page, most = 60): Promise<string[]> {
  const problems = new Set<string>();
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
  const met = new Set<string>();
  for (let step = 0; step < most; step += 1) {
    await page.keyboard.press('Tab');
    const seen = await page.evaluate(() => {
      const element = document.activeElement;
      if (element === null || element === document.body) return null;
      const place = element.getBoundingClientRect();
      const name = `${element.tagName.toLowerCase()}.${[...element.classList].join('.')}`;
      const key = `${name} ${Math.round(place.x)} ${Math.round(place.y)}`;
      let shows = false;
      for (let at: Element | null = element, up = 0; at !== null && up < 4; at = at.parentElement, up += 1) {
        const style = getComputedStyle(at);
        const outlined = style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 1;
        if (outlined || style.boxShadow !== 'none') shows = true;
      }
      return { name, key, shows };
    });
    if (seen === null || met.has(seen.key)) continue;
    met.add(seen.key);
    if (!seen.shows) problems.add(`nothing shows the focus on ${seen.name}`);
  }
  return [...problems];
}
