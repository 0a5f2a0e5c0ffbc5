const MAX_DEPTH = 40;

/**
 * Whether PostgreSQL can store all strings of a value: it rejects the character 0 and lone surrogates. Also false for
 * values that are nested too deeply.
 */
export function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  if (depth > MAX_DEPTH) return false;
  if (Array.isArray(value)) return value.every((entry) => isStorable(entry, depth + 1));
  return Object.entries(value).every(([key, entry]) => isStorable(key) && isStorable(entry, depth + 1));
}

/** Returns a header's text, cut to a length and without control characters and lone surrogates. */
export function plainText(text: string | undefined, maxLength: number): string {
  const printable = [...(text ?? '').slice(0, maxLength)].filter((char) => char >= ' ' && char !== '\x7f');
  return printable.join('').toWellFormed();
}

/** Returns a header's time zone if it is valid, otherwise UTC. */
export function knownTimeZone(name: string | undefined): string {
  if (name === undefined || name.length > 64) return 'UTC';
  return isTimeZone(name) ? name : 'UTC';
}

/** Caches valid names, because every call has one and checking it is slow. */
const knownZones = new Set<string>();
const MAX_ZONES = 1000;

/** Whether Node supports the time zone. */
export function isTimeZone(name: string): boolean {
  if (knownZones.has(name)) return true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
  } catch {
    return false;
  }
  if (knownZones.size < MAX_ZONES) knownZones.add(name);
  return true;
}
