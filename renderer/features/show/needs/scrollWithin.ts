/**
 * Scrolls a list so that an item is in sight, or its top if the list is lower than the item. `scrollIntoView` would
 * scroll the page too.
 */
export function scrollWithin(list: HTMLElement, item: Element | undefined): void {
  if (item === undefined) return;
  const outer = list.getBoundingClientRect();
  const inner = item.getBoundingClientRect();
  if (inner.top < outer.top || inner.height > outer.height) list.scrollTop += inner.top - outer.top;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
}
