const MAX_LENGTH = 60;

/**
 * The name of a version that is kept beside another one: the item's, with the device it came from and the day
 * and time where that device is. A name that is taken gets a number as well.
 */
export function copyName(
  name: string,
  { device, now, timeZone }: { device: string; now: Date; timeZone: string },
  taken: ReadonlySet<string>,
): string {
  const time = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(
    now,
  );
  const origin = [device.slice(0, 20).toWellFormed(), time].filter((part) => part !== '').join(' ');
  for (let number = 1; ; number += 1) {
    const suffix = ` (${origin}${number === 1 ? '' : ` ${number}`})`;
    const base = [...name].slice(0, Math.max(1, MAX_LENGTH - suffix.length)).join('');
    // Characters outside the basic plane count twice towards the limit of a preset's name.
    const fitting = base.slice(0, Math.max(1, MAX_LENGTH - suffix.length)).toWellFormed();
    const candidate = `${fitting}${suffix}`;
    if (!taken.has(candidate)) return candidate;
  }
}
