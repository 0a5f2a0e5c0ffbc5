import { readRecording } from '../../recording/read.ts';
import type { ShowEvent } from '../show/event.ts';

/**
 * A recording's events, in the order of its lines, which is the order of delivery; one whose time lies before
 * its predecessor's comes right after it. What the recording had from before its own show is left out. Rejects
 * as `readRecording` does.
 */
export async function loadRecording(path: string): Promise<ShowEvent[]> {
  const events: ShowEvent[] = [];
  let first: number | undefined;
  let latest = 0;
  await readRecording(path, ({ at, method, msgId, payload, history }) => {
    if (history === 'first') return;
    first ??= at;
    latest = Math.max(latest, at - first);
    events.push({ at: latest, method, msgId, payload: Buffer.from(payload, 'base64') });
  });
  return events;
}
