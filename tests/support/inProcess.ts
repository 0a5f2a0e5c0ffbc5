import { type OpenBackstage, serveBackstage } from '#electron/backstage/backstageServer.ts';
import type { BackstageProcess } from '#electron/backstage/messages.ts';

type Listener = (raw: unknown) => void;

/** Runs the backstage in this process. Messages are cloned as between processes. */
export function launchInProcess(open: OpenBackstage): BackstageProcess {
  const toServer: Listener[] = [];
  const toHost: Listener[] = [];
  const onExit: ((code: number) => void)[] = [];
  let ended = false;
  const end = (code: number) => {
    if (ended) return;
    ended = true;
    for (const listener of onExit) listener(code);
  };
  const deliver = (listeners: readonly Listener[], message: unknown) => {
    const copy: unknown = structuredClone(message);
    queueMicrotask(() => {
      if (!ended) for (const listener of listeners) listener(copy);
    });
  };
  serveBackstage(
    {
      send: (message) => deliver(toHost, message),
      onMessage: (listener) => toServer.push(listener),
      exit: (code) => queueMicrotask(() => end(code)),
    },
    open,
  );
  return {
    pid: undefined,
    send: (message) => deliver(toServer, message),
    onMessage: (listener) => toHost.push(listener),
    onExit: (listener) => onExit.push(listener),
    kill: () => end(1),
  };
}
