import { z } from 'zod';

/** An environment variable. An empty value counts as a missing one. */
export const variable = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema);

/** A whole number in a variable, from `min` to `max`. */
export const wholeNumber = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
