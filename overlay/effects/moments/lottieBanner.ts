import type { AnimationItem, LottiePlayer } from 'lottie-web';
import type { Box, EffectPage } from '../core/page.ts';
import { riseAndFall } from './shapes.ts';

/** A file in the format of Lottie, with the library that draws it. */
export interface BannerSource {
  text: string;
  player: LottiePlayer;
}

/** Loads the library. Returns null if the hub does not serve it: the moments are shown without banners. */
export async function loadPlayer(): Promise<LottiePlayer | null> {
  try {
    return (await import('lottie-web/build/player/lottie_light_canvas')).default;
  } catch {
    return null;
  }
}

interface Playback {
  page: EffectPage;
  /** Where the moment's text is. */
  band: Box;
  /** Canvas pixels per CSS pixel. */
  scale: number;
  /** Duration of the moment. */
  seconds: number;
}

/** Plays a banner once, behind the text of a moment. If it is shorter than the moment, its last frame stays. */
export class LottieBanner {
  readonly element: HTMLElement;
  private readonly source: BannerSource;
  private readonly playback: Playback;
  private item: AnimationItem | null = null;
  private time = 0;

  constructor(source: BannerSource, playback: Playback) {
    this.source = source;
    this.playback = playback;
    const { page, band } = playback;
    this.element = document.createElement('div');
    this.element.className = 'fx-lottie';
    this.element.style.top = `${band.y * page.unit}px`;
    this.element.style.height = `${band.height * page.unit}px`;
  }

  /**
   * Call this once the element is in the document: its size is that of the canvas. A banner that the library cannot draw
   * is not shown.
   */
  start(): void {
    try {
      this.item = this.load();
      // The first picture is drawn when the library is ready.
      this.item.addEventListener('DOMLoaded', () => this.draw(this.time));
    } catch {
      this.element.remove();
    }
  }

  private load(): AnimationItem {
    const { text, player } = this.source;
    return player.loadAnimation({
      container: this.element,
      renderer: 'canvas',
      // The library writes into its data.
      animationData: JSON.parse(text),
      loop: false,
      autoplay: false,
      rendererSettings: { preserveAspectRatio: 'xMidYMid meet', clearCanvas: true, dpr: this.playback.scale },
    });
  }

  /** Draws the picture of this time (s). */
  draw(time: number): void {
    this.time = time;
    if (this.item === null || !this.item.isLoaded) return;
    const frames = this.item.getDuration(true);
    this.element.style.opacity = String(riseAndFall(time, this.playback.seconds, 0.06));
    this.item.goToAndStop(Math.min(time * this.item.frameRate, frames - 1), true);
  }

  end(): void {
    this.item?.destroy();
    this.element.remove();
  }
}
