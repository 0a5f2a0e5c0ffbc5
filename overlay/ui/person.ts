import { hueOf, initialOf, nameParts } from '#shared/overlay/shownName.ts';
import { element, setStyle, setText } from './element.ts';

interface NameView {
  element: HTMLElement;
  show(name: string): void;
}

/** Creates the view of a foreign name. Styles cut it to its room; `<bdi>` isolates its text direction. */
export function createName(className = ''): NameView {
  const root = element('bdi', `name ${className}`.trim());
  let last: string | null = null;
  return {
    element: root,
    show: (name) => {
      if (name === last) return;
      last = name;
      root.replaceChildren(
        ...nameParts(name).map(({ text, emoji }) => {
          const part = document.createTextNode(text);
          // Styles remove text outlines and glows from emoji.
          return emoji ? element('span', 'name__emoji', part) : part;
        }),
      );
    },
  };
}

interface AvatarView {
  element: HTMLElement;
  /** Shows a picture (`url`, '' for none). Without one, during loading and after an error, shows the name's initial. */
  show(name: string, url: string): void;
}

export function createAvatar(className = ''): AvatarView {
  const letter = element('span', 'avatar__letter');
  const root = element('span', `avatar ${className}`.trim(), letter);
  let shown: string | null = null;
  let picture: HTMLImageElement | null = null;
  return {
    element: root,
    show: (name, url) => {
      setText(letter, initialOf(name));
      setStyle(root, '--hue', String(hueOf(name)));
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
      root.append(image);
    },
  };
}

/** Creates the sign of a gift: its initial on a colour. Pictures of gifts exist only on the platform. */
export function createGiftSign(): { element: HTMLElement; show(name: string): void } {
  const letter = element('span', 'gift-sign__letter');
  const root = element('span', 'gift-sign', letter);
  return {
    element: root,
    show: (name) => {
      setText(letter, initialOf(name));
      setStyle(root, '--hue', String(hueOf(name)));
    },
  };
}
