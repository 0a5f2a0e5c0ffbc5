import { z } from 'zod';

const coordinate = z.number().int().min(-100_000).max(100_000);

/** Where a window was, in density-independent pixels of the whole desktop. */
export const windowPlaceSchema = z.object({
  x: coordinate,
  y: coordinate,
  width: z.number().int().min(1).max(100_000),
  height: z.number().int().min(1).max(100_000),
  maximized: z.boolean(),
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

/** So much of a window's title bar must be on a display for a hand to catch it. */
const CATCH_WIDTH = 100;
const CATCH_HEIGHT = 30;

/**
 * The place of a window at its start. What was remembered holds when its title bar can still be reached on one
 * of the displays (work areas, the main one first); it shrinks to a smaller display; anything else is the
 * default size in the middle of the main display.
 */
export function choosePlace(remembered: unknown, displays: readonly Area[], rules: PlaceRules): WindowPlace {
  const main = displays[0] ?? { x: 0, y: 0, width: rules.defaultWidth, height: rules.defaultHeight };
  const parsed = windowPlaceSchema.safeParse(remembered);
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
  return { x, y, width, height, maximized: parsed.success && parsed.data.maximized };
}

/**
 * Where a frameless window of a fixed size was, since a hand can catch it anywhere; null when too little of it
 * would be on a display for that.
 */
export function choosePoint(
  remembered: unknown,
  size: Pick<Area, 'width' | 'height'>,
  displays: readonly Area[],
): Pick<Area, 'x' | 'y'> | null {
  const parsed = windowPlaceSchema.pick({ x: true, y: true }).safeParse(remembered);
  if (!parsed.success) return null;
  const place = { ...parsed.data, ...size };
  const isCaught = (area: Area) => {
    const width = Math.min(place.x + place.width, area.x + area.width) - Math.max(place.x, area.x);
    const height = Math.min(place.y + place.height, area.y + area.height) - Math.max(place.y, area.y);
    return width >= CATCH_WIDTH && height >= CATCH_HEIGHT;
  };
  return displays.some(isCaught) ? parsed.data : null;
}

function fitTo(place: WindowPlace, area: Area, rules: PlaceRules): WindowPlace {
  return {
    ...place,
    width: limit(place.width, rules.minWidth, area.width),
    height: limit(place.height, rules.minHeight, area.height),
  };
}

function isReachable(place: WindowPlace, area: Area | undefined): boolean {
  if (area === undefined) return false;
  const visible = Math.min(place.x + place.width, area.x + area.width) - Math.max(place.x, area.x);
  const top = place.y >= area.y && place.y + CATCH_HEIGHT <= area.y + area.height;
  return top && visible >= CATCH_WIDTH;
}

/** A display smaller than the least size wins: a window that sticks out cannot be pulled back. */
function limit(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
