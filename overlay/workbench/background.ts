import type { WidgetBackground } from '#shared/contract/overlay/widget.ts';

const keys = { green: '#00ff00', magenta: '#ff00ff' } as const;

/** The colour behind the anchors, null for none. */
export function colourOf(background: WidgetBackground): string | null {
  switch (background.kind) {
    case 'transparent':
      return null;
    case 'green':
    case 'magenta':
      return keys[background.kind];
    case 'custom':
      return background.colour;
  }
}
