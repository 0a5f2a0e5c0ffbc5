import type { Page } from 'playwright';

/** Finds problems of ids, ARIA references, heading levels, language, title and the main landmark. */
export function structureProblems(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const problems: string[] = [];
    const ids = new Map<string, number>();
    for (const { id } of document.querySelectorAll('[id]')) ids.set(id, (ids.get(id) ?? 0) + 1);
    for (const [id, times] of ids) if (times > 1) problems.push(`the id "${id}" is there ${times} times`);

    const references = ['aria-labelledby', 'aria-describedby', 'aria-owns', 'aria-activedescendant', 'for'];
    for (const name of references) {
      for (const element of document.querySelectorAll(`[${name}]`)) {
        for (const id of (element.getAttribute(name) ?? '').split(/\s+/)) {
          const what = `${element.tagName.toLowerCase()}.${[...element.classList].join('.')}`;
          if (id !== '' && !ids.has(id)) problems.push(`${what}: ${name} names "${id}", which is not there`);
        }
      }
    }

    // A heading may be at most one level below the previous heading.
    let level = 0;
    for (const heading of document.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
      if (!heading.checkVisibility({ visibilityProperty: true })) continue;
      const own = Number(heading.tagName.slice(1));
      if (level !== 0 && own > level + 1) {
        problems.push(
          `the heading "${heading.textContent?.trim().slice(0, 30)}" is a level ${own} after a ${level}`,
        );
      }
      level = own;
    }
    if (document.documentElement.lang === '') problems.push('the page does not say its language');
    if (document.title.trim() === '') problems.push('the page has no title');
    const mains = [...document.querySelectorAll('main')].filter((main) => main.checkVisibility());
    if (mains.length !== 1) problems.push(`there are ${mains.length} main parts`);
    return problems;
  });
}
