import { z } from 'zod';

/** An environment variable. An empty value counts as a missing one. */
export const variable = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema);

/** A whole number in a variable, from `min` to `max`. */
export function wholeNumber(min: number, max: number) {
  const error = `set a whole number from ${min} to ${max}`;
  return z.coerce.number({ error }).int({ error }).min(min, { error }).max(max, { error });
}

/** An optional address in a variable, with one of these schemes. */
export function address(...schemes: readonly string[]) {
  const beginnings = schemes.map((scheme) => `${scheme}://`).join(' or ');
  const protocol = new RegExp(`^(?:${schemes.join('|')})$`);
  return variable(z.url({ protocol, error: `set an address that begins with ${beginnings}` }).optional());
}
