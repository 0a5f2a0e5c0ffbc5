import { z } from 'zod';

const emptyAsAbsent = (value: unknown) => (value === '' ? undefined : value);
const number = (least: number, most: number) =>
  z.preprocess(emptyAsAbsent, z.coerce.number().int().min(least).max(most).optional());

/** The environment variables that limit what a server for many hosts holds. */
export const limitsEnvironment = {
  MAX_HOSTS: number(1, 10_000),
  MAX_VISITORS: number(0, 10_000),
  /** Half of MAX_HOSTS without it. */
  MAX_HELD_OVERLAYS: number(0, 10_000),
};

const environmentSchema = z.object(limitsEnvironment);

export interface LimitsConfig {
  /** Backstages of hosts that may be open at once. */
  hosts: number;
  /** Visitors that may rehearse at once. */
  visitors: number;
  /** Backstages that may be open for nobody but an overlay; the others stay free for hosts. */
  heldOverlays: number;
}

export function limitsConfig(env: z.infer<typeof environmentSchema>): LimitsConfig {
  const hosts = env.MAX_HOSTS ?? 50;
  return {
    hosts,
    visitors: env.MAX_VISITORS ?? 10,
    heldOverlays: Math.min(env.MAX_HELD_OVERLAYS ?? Math.floor(hosts / 2), hosts),
  };
}
