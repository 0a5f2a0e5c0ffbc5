import { type Client, openClient, type Timers } from '../client/client.ts';
import type { Connect } from '../client/wire.ts';
import { guessLanguage, loadTexts, type OverlayKey, type OverlayLanguage } from '../texts/texts.ts';
import type { PageFrame } from './pageFrame.ts';
import { pictureAddress } from './picture.ts';
import { reloadWhenServed } from './selfReload.ts';
import type { Sign } from './sign.ts';
import { createStage } from './stage.ts';
import { inWindow, windowWishes } from './window.ts';

/** A hub that was not heard for this long is shown to the host as away. */
const AWAY_MS = 10_000;

export interface Session {
  /** `still` is a hub whose clock stands. */
  connect(connect: Connect, token: string, still?: boolean): void;
  /** There is nothing to connect to at this address. */
  nothing(): void;
  retryNow(): void;
}

const timers: Timers = {
  after: (ms, run) => {
    const timer = window.setTimeout(run, ms);
    return () => window.clearTimeout(timer);
  },
  now: () => performance.now(),
  chance: () => Math.random(),
};

/** Joins the wire, the widget and the page's own signs. */
export function createSession(frame: PageFrame, sign: Sign): Session {
  let client: Client | null = null;
  let language: OverlayLanguage = guessLanguage(navigator.languages);
  let away = () => {};
  let wordsOf = 0;
  const wishes = windowWishes(window.location.search);

  const stage = createStage({
    frame,
    now: () => client?.now() ?? Date.now(),
    picture: (path) => pictureAddress(path, window.location.href),
    // The files of a newer build have other names: the page that names them is fetched anew.
    failed: () => void reloadWhenServed(),
  });
  const say = (key: OverlayKey | null) => {
    wordsOf += 1;
    const mine = wordsOf;
    frame.host.hidden = key !== null;
    if (key === null) sign.card(null);
    else
      void loadTexts(language).then((t) => {
        if (mine === wordsOf) sign.card(t(key));
      });
  };
  const heard = (is: boolean) => {
    away();
    away = () => {};
    if (is) sign.dot(false);
    else away = timers.after(AWAY_MS, () => sign.dot(true));
  };
  let hearing = true;

  return {
    connect: (connect, token, still = false) => {
      client?.close();
      client = openClient(token, connect, still ? { ...timers, now: () => 0 } : timers, {
        snapshot: (options, state, seq) => {
          language = options.frame.language;
          say(null);
          stage.show(inWindow(options, wishes), state, seq);
        },
        changed: (state, sections, seq) => stage.changed(state, sections, seq),
        options: (options) => {
          language = options.frame.language;
          stage.options(inWindow(options, wishes));
        },
        moments: (moments) => stage.moments(moments),
        refused: (reason) => {
          if (reason === 'token') say('overlay.card.link');
          if (reason === 'protocol') void reloadWhenServed(() => say('overlay.card.outdated'));
        },
        heard: (is) => {
          if (is !== hearing) heard(is);
          hearing = is;
        },
      });
    },
    nothing: () => {
      client?.close();
      client = null;
      say('overlay.card.link');
    },
    retryNow: () => client?.retryNow(),
  };
}
