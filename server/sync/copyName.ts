const MAX_LENGTH = 60;

/**
 * Returns the name of a conflict copy: the item's name with the device it came from and the device's local time. Adds
 * a number if the name is taken.
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
    // The limit of a preset's name counts UTF-16 units, so some characters count twice.
    const fitting = base.slice(0, Math.max(1, MAX_LENGTH - suffix.length)).toWellFormed();
    const candidate = `${fitting}${suffix}`;
    if (!taken.has(candidate)) return candidate;
  }
}
