import type { ShowEvent } from '#backstage/rehearsal/show/event.ts';
import type { MessageQueue } from '#backstage/rehearsal/show/messageQueue.ts';
import type { ShowLocale } from '#backstage/rehearsal/show/names.ts';
import type { ShowAnchor } from '#backstage/rehearsal/show/people.ts';
import { createShow, phaseAt } from '#backstage/rehearsal/show/show.ts';
import { makeMillion } from './million.ts';

interface ScriptOptions {
  seed: number;
  queue: MessageQueue;
  anchors: readonly ShowAnchor[];
  locale: ShowLocale;
  /** Replaces the script's own rate. */
  giftsPerSecond?: number | undefined;
}

type Script = (options: ScriptOptions) => Iterable<ShowEvent>;

const steady = () => 1;
const inPhases = (at: number) => phaseAt(at).factor;

export const scripts = {
  /** One long rush. */
  rush: ({ giftsPerSecond = 40, ...options }) =>
    createShow({ ...options, giftsPerSecond, activity: steady, recipients: 0.05 }),
  /** Few events. */
  quiet: ({ giftsPerSecond = 0.3, ...options }) =>
    createShow({ ...options, giftsPerSecond, activity: steady, recipients: 0 }),
  /** Everything that a show can contain. */
  mixed: ({ giftsPerSecond = 5, ...options }) =>
    createShow({ ...options, giftsPerSecond, activity: inPhases, recipients: 0.1 }),
  /** A million messages that add a gift each, by 100,000 viewers. */
  million: makeMillion,
  /** No events; a test sends its own gifts. */
  empty: () => [],
} satisfies Record<string, Script>;

export type ScriptName = keyof typeof scripts;

export const scriptNames: readonly string[] = Object.keys(scripts);

export function isScriptName(name: string): name is ScriptName {
  return scriptNames.includes(name);
}
