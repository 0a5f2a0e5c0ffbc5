import { makeRoom } from '#backstage/rehearsal/index.ts';
import type { ShowEvent } from '#backstage/rehearsal/show/event.ts';
import { MessageQueue } from '#backstage/rehearsal/show/messageQueue.ts';
import { makeAnchors } from '#backstage/rehearsal/show/people.ts';
import { createShow, phaseAt, type ShowOptions } from '#backstage/rehearsal/show/show.ts';

/** Options of a lively Japanese show. */
export function showOptions(changes: Partial<ShowOptions> = {}): ShowOptions {
  const seed = changes.seed ?? 1;
  return {
    seed,
    queue: new MessageQueue(makeRoom('rehearsal', seed, 'ja'), 1_732_000_000_000),
    anchors: makeAnchors(seed, 'ja', 4),
    locale: 'ja',
    giftsPerSecond: 5,
    activity: (at) => phaseAt(at).factor,
    recipients: 0,
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
