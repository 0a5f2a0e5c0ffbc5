import type { OverlayState } from '#shared/contract/overlay/state.ts';
import type { WidgetOptions } from '#shared/contract/overlay/widget.ts';
import { type Client, openClient, type Timers } from '../client/client.ts';
import type { Connect } from '../client/hubSocket.ts';
import { guessLanguage, loadTexts, type OverlayKey, type OverlayLanguage } from '../texts/texts.ts';
import { element, setHidden, setText } from '../ui/element.ts';
import { parseWindowOptions, pictureAddress, withWindowOptions } from './address.ts';
import type { PageFrame } from './pageFrame.ts';
import { createPageSounds } from './sounds.ts';
import { createWidgetHost } from './widgetHost.ts';

interface Session {
  /** Connects to a hub. `still` is for a sample hub whose clock stands still. */
  connect(connect: Connect, token: string, still?: boolean): void;
  /** Disconnects and shows that the address is invalid. */
  showInvalidAddress(): void;
  retryNow(): void;
}

const timers: Timers = {
  after: (ms, run) => {
    const timer = window.setTimeout(run, ms);
    return () => window.clearTimeout(timer);
  },
  now: () => performance.now(),
  random: () => Math.random(),
};

const KEY = 'overlay.reloadedAt';
/** Minimum time (ms) between two reloads by the page itself, so that a permanent fault does not make it flicker. */
const RELOAD_PAUSE_MS = 10 * 60_000;
const RETRY_MS = 60_000;

/**
 * Whether the page may reload itself now; if so, stores the time. Returns false if the storage does not work, because
 * the page could then reload endlessly.
 */
export function maySelfReload(store: Pick<Storage, 'getItem' | 'setItem'>, now: number): boolean {
  try {
    const last = Number(store.getItem(KEY) ?? Number.NEGATIVE_INFINITY);
    if (now - last < RELOAD_PAUSE_MS) return false;
    store.setItem(KEY, String(now));
    return true;
  } catch {
    return false;
  }
}

let isTrying = false;

/**
 * Reloads the page once it is allowed to and the hub answers; retries every minute. A reload while the hub is away
 * would leave the browser's error page on the stream. Calls `delayed` after each attempt that fails.
 */
async function reloadWhenServed(delayed: () => void = () => {}): Promise<void> {
  if (isTrying) return;
  isTrying = true;
  const served = await fetch(window.location.href, { cache: 'no-store' }).then(
    (response) => response.ok,
    () => false,
  );
  if (served && maySelfReload(window.sessionStorage, Date.now())) {
    window.location.reload();
    return;
  }
  delayed();
  window.setTimeout(() => {
    isTrying = false;
    void reloadWhenServed(delayed);
  }, RETRY_MS);
}

/** Connects the hub client to the page: the widget and the message card. */
export function createSession(frame: PageFrame, body: HTMLElement): Session {
  const card = createCard(body);
  let client: Client | null = null;
  let language: OverlayLanguage = guessLanguage(navigator.languages);
  /** Number of the latest `showMessage`; an older one must not show its text once that is loaded. */
  let messageNumber = 0;
  /** The page has shown its widget, so it may be on a stream, whose viewers must not read messages for the host. */
  let onStream = false;
  const windowOptions = parseWindowOptions(window.location.search);

  const sounds = createPageSounds(() => client?.now() ?? Date.now());
  const widgetHost = createWidgetHost({
    sounds,
    frame,
    now: () => client?.now() ?? Date.now(),
    picture: (path) => pictureAddress(path, window.location.href),
    // The hub may serve a newer build, whose file names only a reloaded page knows.
    failed: () => void reloadWhenServed(),
  });
  let options: WidgetOptions | null = null;
  let shown: Partial<OverlayState> = {};
  /** The sample show is silent. */
  let isSample = false;
  const updateSounds = () => {
    if (options !== null && !isSample) sounds.update(options, shown);
  };
  /** Shows a message instead of the widget; null shows the widget. */
  const showMessage = (key: OverlayKey | null) => {
    messageNumber += 1;
    const number = messageNumber;
    frame.host.hidden = key !== null;
    if (key === null || (key === 'overlay.card.link' && onStream)) card.show(null);
    else
      void loadTexts(language).then((t) => {
        if (number === messageNumber) card.show(t(key));
      });
  };

  return {
    connect: (connect, token, still = false) => {
      client?.close();
      isSample = token === 'sample';
      client = openClient(token, connect, still ? { ...timers, now: () => 0 } : timers, {
        snapshot: (next, state, seq) => {
          options = next;
          shown = state;
          language = next.frame.language;
          onStream = true;
          showMessage(null);
          widgetHost.show(withWindowOptions(next, windowOptions), state, seq);
          updateSounds();
        },
        changed: (state, sections, seq) => {
          shown = state;
          widgetHost.changed(state, sections, seq);
          updateSounds();
        },
        options: (next) => {
          options = next;
          language = next.frame.language;
          widgetHost.options(withWindowOptions(next, windowOptions));
          updateSounds();
        },
        moments: (moments, isTest) => {
          widgetHost.moments(moments);
          if (isTest) sounds.test(moments);
        },
        refused: (reason) => {
          if (reason === 'token') showMessage('overlay.card.link');
          if (reason === 'protocol') void reloadWhenServed(() => showMessage('overlay.card.outdated'));
        },
      });
    },
    showInvalidAddress: () => {
      client?.close();
      client = null;
      showMessage('overlay.card.link');
    },
    retryNow: () => client?.retryNow(),
  };
}

/** Creates the card with a message of the page itself. */
function createCard(body: HTMLElement) {
  const text = element('p', 'card__text');
  const card = element('div', 'card', element('span', 'card__mark'), text);
  card.hidden = true;
  body.append(card);
  return {
    show: (message: string | null) => {
      setText(text, message ?? '');
      setHidden(card, message === null);
    },
  };
}
