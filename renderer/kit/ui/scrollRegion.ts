/** Attributes of an element that scrolls and has no control in it: the keyboard can focus and scroll it. */
export const scrollRegion = (label: string) =>
  ({ role: 'region', 'aria-label': label, tabIndex: 0 }) as const;
