import { PROTOCOL_VERSION, type Push } from '#shared/contract/backstage.ts';
import type { BackstageClient } from './api.ts';
import { answer } from './calls/answer.ts';
import { ledgerCalls } from './calls/ledgerCalls.ts';
import { missedCalls } from './calls/missedCalls.ts';
import { overlayCalls } from './calls/overlayCalls.ts';
import { replayCalls, reportCalls } from './calls/reportCalls.ts';
import { anchorCalls, roomCalls } from './calls/roomCalls.ts';
import { roundCalls } from './calls/roundCalls.ts';
import { linesNow, phoneCalls, settingCalls } from './calls/settingCalls.ts';
import { showCalls } from './calls/showCalls.ts';
import type { Core } from './core.ts';

/** Connects a screen: sends it the current state and answers its requests. `by` names its device in the journal. */
export function connect(
  core: Core,
  { by, send }: { by: string; send: (push: Push) => void },
): BackstageClient {
  const { hub, shows, rooms, presets, notices, clock, build } = core;
  const listener = hub.add(by, send);
  const handlers = {
    ...showCalls(core, listener),
    ...roomCalls(core),
    ...settingCalls(core),
    ...ledgerCalls(core),
    ...roundCalls(core),
    ...missedCalls(core),
    ...reportCalls(core),
    ...anchorCalls(core),
    ...replayCalls(core),
    ...overlayCalls(core),
    ...phoneCalls(core),
  };
  hub.send(listener, { push: 'hello', protocol: PROTOCOL_VERSION, build, now: clock.now(), by });
  hub.send(listener, { push: 'connection', connection: rooms.connection });
  hub.send(listener, { push: 'presets', presets: presets.list() });
  hub.send(listener, { push: 'anchors', anchors: core.anchors.known });
  hub.send(listener, { push: 'giftPictures', pictures: core.giftPictures.known });
  hub.send(listener, { push: 'lines', ...linesNow(core) });
  hub.send(listener, { push: 'overlay.changed', links: core.overlays.list() });
  hub.send(listener, { push: 'phones', phones: core.phones.state });
  for (const notice of notices.standing) hub.send(listener, notice);
  return {
    request: (raw) =>
      answer(raw, handlers, {
        by,
        refuse: (name) => core.quota.refuseCall(name, shows.busy && shows.current?.facts.rehearsal === null),
        log: core.log,
      }),
    setBacklog: (bytes) =>
      hub.setBacklog(listener, bytes, () => {
        const show = shows.current;
        return show === null ? null : (show.journal.inputs(show.committedSeq - 1, 1)[0] ?? null);
      }),
    close: () => hub.remove(listener),
  };
}
