import { makeRoom } from '#backstage/rehearsal/index.ts';
import type { ShowEvent } from '#backstage/rehearsal/show/event.ts';
import { makeAnchors } from '#backstage/rehearsal/show/people.ts';
import { createShow, type ShowOptions } from '#backstage/rehearsal/show/show.ts';

/** A lively show of seed 1 in Japanese, unless told otherwise. */
export function showOptions(changes: Partial<ShowOptions> = {}): ShowOptions {
  const seed = changes.seed ?? 1;
  return {
    seed,
    startAt: 1_732_000_000_000,
    room: makeRoom('rehearsal', seed, 'ja'),
    anchors: makeAnchors(seed, 'ja', 4),
    locale: 'ja',
    giftsPerSecond: 5,
    ...changes,
  };
}

/** The first `seconds` of a show. */
export function playShow(seconds: number, changes: Partial<ShowOptions> = {}): ShowEvent[] {
  const events: ShowEvent[] = [];
  for (const event of createShow(showOptions(changes))) {
    if (event.at > seconds * 1000) break;
    events.push(event);
  }
  return events;
}
