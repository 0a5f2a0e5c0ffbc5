const MAX_DEPTH = 40;

/**
 * True when every text in a value can be stored: PostgreSQL knows neither the character 0 nor halves of
 * surrogate pairs, and what is nested beyond any sense is refused before anything walks through it again.
 */
export function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  if (depth > MAX_DEPTH) return false;
  if (Array.isArray(value)) return value.every((entry) => isStorable(entry, depth + 1));
  return Object.entries(value).every(([key, entry]) => isStorable(key) && isStorable(entry, depth + 1));
}

/** A header's text, cut to a length and without what cannot be stored or would break a line. */
export function plainText(text: string | undefined, maxLength: number): string {
  const printable = [...(text ?? '').slice(0, maxLength)].filter((char) => char >= ' ' && char !== '\x7f');
  return printable.join('').toWellFormed();
}

/** The time zone of a header where it is one, else UTC. */
export function knownTimeZone(name: string | undefined): string {
  if (name === undefined || name.length > 64) return 'UTC';
  return isTimeZone(name) ? name : 'UTC';
}

/** Every call names one, and looking it up takes long. What is no name at all is not remembered. */
const knownZones = new Set<string>();
const MAX_ZONES = 1000;

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
