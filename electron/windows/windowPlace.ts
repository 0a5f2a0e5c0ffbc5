import { z } from 'zod';

const coordinate = z.number().int().min(-100_000).max(100_000);

/** The stored place of a window, in density-independent pixels of the whole desktop. */
export const windowPlaceSchema = z.object({
  x: coordinate,
  y: coordinate,
  width: z.number().int().min(1).max(100_000),
  height: z.number().int().min(1).max(100_000),
  maximized: z.boolean(),
  fullScreen: z.boolean(),
});
export type WindowPlace = z.infer<typeof windowPlaceSchema>;

export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface PlaceRules {
  defaultWidth: number;
  defaultHeight: number;
  minWidth: number;
  minHeight: number;
}

/** Smallest part of a window (px) that must be on a display, so that the pointer can drag the window. */
const MIN_GRAB_WIDTH = 100;
const MIN_GRAB_HEIGHT = 30;

/**
 * Returns the place for a new window: the stored place, if its title bar can be dragged on one of the displays. The
 * window shrinks to fit that display. Otherwise the window gets the default size in the centre of the main display, not
 * in full screen.
 * `displays` are work areas; the first one is the main display.
 */
export function choosePlace(saved: unknown, displays: readonly Area[], rules: PlaceRules): WindowPlace {
  const main = displays[0] ?? { x: 0, y: 0, width: rules.defaultWidth, height: rules.defaultHeight };
  const parsed = windowPlaceSchema.safeParse(saved);
  const fitting = parsed.success
    ? displays
        .map((area) => fitTo(parsed.data, area, rules))
        .find((place, index) => isReachable(place, displays[index]))
    : undefined;
  if (fitting !== undefined) return fitting;
  const width = Math.min(rules.defaultWidth, main.width);
  const height = Math.min(rules.defaultHeight, main.height);
  const x = main.x + Math.floor((main.width - width) / 2);
  const y = main.y + Math.floor((main.height - height) / 2);
  return { x, y, width, height, maximized: parsed.success && parsed.data.maximized, fullScreen: false };
}

/**
 * Returns the stored position of a frameless window of fixed size, which can be dragged anywhere. Returns null if too
 * little of the window would be on a display.
 */
export function choosePoint(
  saved: unknown,
  size: Pick<Area, 'width' | 'height'>,
  displays: readonly Area[],
): Pick<Area, 'x' | 'y'> | null {
  const parsed = windowPlaceSchema.pick({ x: true, y: true }).safeParse(saved);
  if (!parsed.success) return null;
  const place = { ...parsed.data, ...size };
  const canBeDragged = (area: Area) => {
    const width = Math.min(place.x + place.width, area.x + area.width) - Math.max(place.x, area.x);
    const height = Math.min(place.y + place.height, area.y + area.height) - Math.max(place.y, area.y);
    return width >= MIN_GRAB_WIDTH && height >= MIN_GRAB_HEIGHT;
  };
  return displays.some(canBeDragged) ? parsed.data : null;
}

function fitTo(place: WindowPlace, area: Area, rules: PlaceRules): WindowPlace {
  return {
    ...place,
    width: clamp(place.width, rules.minWidth, area.width),
    height: clamp(place.height, rules.minHeight, area.height),
  };
}

function isReachable(place: WindowPlace, area: Area | undefined): boolean {
  if (area === undefined) return false;
  const visibleWidth = Math.min(place.x + place.width, area.x + area.width) - Math.max(place.x, area.x);
  const topVisible = place.y >= area.y && place.y + MIN_GRAB_HEIGHT <= area.y + area.height;
  return topVisible && visibleWidth >= MIN_GRAB_WIDTH;
}

/** Clamps `value`. `max` wins over `min`: on a small display the window must fit. */
function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max);
}
