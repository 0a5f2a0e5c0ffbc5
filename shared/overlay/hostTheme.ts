import type { HostTheme } from '../contract/overlay/look.ts';
import type { WidgetOptions } from '../contract/overlay/widget.ts';

/** The options as pages get them: with the look of the host's theme. Without that theme, its base stays. */
export function withHostTheme(options: WidgetOptions, themes: readonly HostTheme[]): WidgetOptions {
  const { frame } = options;
  const theme = frame.own === '' ? undefined : themes.find(({ id }) => id === frame.own);
  if (theme === undefined)
    return frame.look === null ? options : { ...options, frame: { ...frame, look: null } };
  return { ...options, frame: { ...frame, theme: theme.base, look: theme.look } };
}

/** Adds a number to a name that is taken. */
export function freeThemeName(name: string, taken: readonly string[], most = 60): string {
  for (let number = 2, free = name; ; number += 1) {
    if (!taken.includes(free)) return free;
    const end = ` (${number})`;
    free = name.slice(0, most - end.length).trimEnd() + end;
  }
}
