import type { OverlayMoment, OverlayState } from '#shared/contract/overlay/state.ts';
import type { WidgetOptions } from '#shared/contract/overlay/widget.ts';
import type { SoundSettings } from '#shared/contract/sound.ts';
import { CueWatch, cueOfMoment, cueRoundOf } from '#shared/sound/cues.ts';
import { type ExtraCue, type PackSounds, replacedBy } from '#shared/sound/packSounds.ts';
import { SoundPlayer } from '#shared/sound/player.ts';
import { isInScene } from './address.ts';

export interface PageSounds {
  /** Takes over a state, and plays the sounds of what has changed. */
  update(options: WidgetOptions, state: Partial<OverlayState>): void;
  /** Plays the sounds that these moments would have in a show. */
  test(moments: readonly OverlayMoment[]): void;
  /** Takes over the sounds of the packs that the widget shows. */
  setPacks(sounds: PackSounds): void;
  /** Plays the sound of a pack, under the same settings and limits as all others. */
  play(cue: ExtraCue): void;
}

/**
 * Plays the sounds of a widget. A page of its own plays, and a page in a scene of its own. A preview within the tool is
 * silent: it would sound on the host's machine together with the real page.
 */
export function createPageSounds(now: () => number): PageSounds {
  const isPreview = (isInScene(window) ? window.parent : window) !== window.top;
  const player = new SoundPlayer({
    open: () => new AudioContext(),
    read: async (id) => {
      const answer = await fetch(`/overlay/picture/${id}`);
      if (!answer.ok) throw new Error(`sound ${id}: ${answer.status}`);
      return await answer.arrayBuffer();
    },
    now: () => performance.now(),
  });
  let settings: SoundSettings | null = null;
  let watch = new CueWatch();
  let timer: number | undefined;
  let packs: PackSounds = {};

  /** Calls itself when the last ten seconds begin. */
  function followClock(): void {
    window.clearTimeout(timer);
    const wait = watch.wait(now());
    if (wait === null) return;
    timer = window.setTimeout(() => {
      if (settings !== null) for (const cue of watch.tick(now())) void player.play(cue, settings);
      followClock();
    }, wait + 1);
  }

  return {
    update: ({ frame }, state) => {
      if (isPreview) return;
      const { sound } = frame;
      if (!sound.on) {
        window.clearTimeout(timer);
        settings = null;
        return;
      }
      if (settings === null) watch = new CueWatch();
      if (settings !== sound) player.prepare(sound, Object.values(packs));
      settings = sound;
      const time = now();
      const found = [
        ...watch.update(state.show?.it?.startedAt ?? null, cueRoundOf(state), time),
        ...(state.alerts === undefined ? [] : watch.gifts(state.alerts, sound.minDiamonds, time)),
      ];
      for (const cue of found) void player.play(cue, sound, replacedBy(cue, packs));
      followClock();
    },
    test: (moments) => {
      if (settings === null) return;
      for (const cue of moments.flatMap((moment) => cueOfMoment(moment) ?? []))
        void player.play(cue, settings, replacedBy(cue, packs));
    },
    setPacks: (sounds) => {
      packs = sounds;
      if (settings !== null) player.prepare(settings, Object.values(sounds));
    },
    play: (cue) => {
      const file = packs[cue];
      if (settings !== null && file !== undefined) void player.play(cue, settings, file);
    },
  };
}
