import { z } from 'zod';
import { type Allowance, MOST_WIDGETS, unlimited } from '#backstage/allowance.ts';
import { variable, wholeNumber } from './environment.ts';

const MIB = 1024 * 1024;

const number = (min: number, max: number) => variable(wholeNumber(min, max).optional());

/** The environment variables that limit hosts and visitors of a shared server. */
export const limitsEnvironment = {
  MAX_HOSTS: number(1, 10_000),
  MAX_VISITORS: number(0, 10_000),
  /** Defaults to half of MAX_VISITORS. */
  VISITORS_PER_SENDER: number(1, 10_000),
  /** Defaults to half of MAX_HOSTS. */
  MAX_HELD_OVERLAYS: number(0, 10_000),
  HOST_PRESETS: number(1, 100_000),
  HOST_PRESETS_KB: number(64, 1_000_000),
  HOST_WIDGETS: number(1, 10_000),
  /** 0: keep shows for ever. */
  HOST_SHOW_DAYS: number(0, 36_500),
  HOST_DISK_MB: number(1, 100_000_000),
  VISITOR_MINUTES: number(1, 10_000),
  VISITOR_DISK_MB: number(1, 1_000_000),
};

const environmentSchema = z.object(limitsEnvironment);

export interface LimitsConfig {
  /** Maximum number of backstages of hosts that may be open at once. */
  hosts: number;
  /** Maximum number of visitors that may rehearse at once. */
  visitors: number;
  /** Maximum number of visitors of one sender, which is an IPv4 address or an IPv6 /56. */
  visitorsOfSender: number;
  /** Maximum number of backstages that overlays may keep open. The rest of `hosts` stays free for hosts. */
  heldOverlays: number;
  /** The allowances of the machine's owner, of a host and of a visitor. */
  ofOwner: Allowance;
  ofHost: Allowance;
  ofVisitor: Allowance;
}

export function limitsConfig(env: z.infer<typeof environmentSchema>): LimitsConfig {
  const hosts = env.MAX_HOSTS ?? 50;
  const days = env.HOST_SHOW_DAYS ?? 0;
  const showMs = days === 0 ? Number.POSITIVE_INFINITY : days * 24 * 3_600_000;
  const visitors = env.MAX_VISITORS ?? 10;
  return {
    hosts,
    visitors,
    visitorsOfSender: env.VISITORS_PER_SENDER ?? Math.ceil(visitors / 2),
    ofOwner: { ...unlimited, showMs },
    ofHost: {
      ...unlimited,
      showMs,
      presets: env.HOST_PRESETS ?? 100,
      presetBytes: (env.HOST_PRESETS_KB ?? 2048) * 1024,
      widgets: env.HOST_WIDGETS ?? MOST_WIDGETS,
      diskBytes: (env.HOST_DISK_MB ?? 10_240) * MIB,
    },
    ofVisitor: {
      ...unlimited,
      presets: 20,
      presetBytes: 512 * 1024,
      widgets: 20,
      diskBytes: (env.VISITOR_DISK_MB ?? 100) * MIB,
      rehearsalSizes: ['small', 'normal'],
      rehearsalMs: (env.VISITOR_MINUTES ?? 30) * 60_000,
      isVisitor: true,
    },
    heldOverlays: Math.min(env.MAX_HELD_OVERLAYS ?? Math.floor(hosts / 2), hosts),
  };
}
