import { hueOf, initialOf } from '#shared/overlay/shownName.ts';
import { element, setStyle, setText } from './element.ts';

export interface AvatarView {
  element: HTMLElement;
  /** `url` is empty for none; while it loads, and when it cannot be had, the name's initial stands there. */
  show(name: string, url: string): void;
}

export function createAvatar(className = ''): AvatarView {
  const letter = element('span', 'avatar__letter');
  const made = element('span', `avatar ${className}`.trim(), letter);
  let shown: string | null = null;
  let picture: HTMLImageElement | null = null;
  return {
    element: made,
    show: (name, url) => {
      setText(letter, initialOf(name));
      setStyle(made, '--hue', String(hueOf(name)));
      if (url === shown) return;
      shown = url;
      picture?.remove();
      picture = null;
      if (url === '') return;
      const image = element('img', 'avatar__picture');
      picture = image;
      image.alt = '';
      image.decoding = 'async';
      image.addEventListener('error', () => image.remove());
      image.src = url;
      made.append(image);
    },
  };
}

/** A gift's sign: no pictures of gifts are to be had without the platform, so its initial on a colour of its own. */
export function createGiftSign(): { element: HTMLElement; show(name: string): void } {
  const letter = element('span', 'gift-sign__letter');
  const made = element('span', 'gift-sign', letter);
  return {
    element: made,
    show: (name) => {
      setText(letter, initialOf(name));
      setStyle(made, '--hue', String(hueOf(name)));
    },
  };
}
