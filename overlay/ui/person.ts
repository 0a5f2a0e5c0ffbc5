import { hueOf, initialOf, nameParts, nameWidth } from '#shared/overlay/shownName.ts';
import { element, setState, setStyle, setText } from './element.ts';

interface NameView {
  element: HTMLElement;
  /** Shows a name, in two smaller lines if it is wider than `room` full-width letters. Without a room, styles cut it. */
  show(name: string, room?: number): void;
}

/** Creates the view of a foreign name. `<bdi>` isolates its text direction. */
export function createName(className = ''): NameView {
  const root = element('bdi', `name ${className}`.trim());
  let last: string | null = null;
  /** Width of the last name in full-width letters; null until it is needed. */
  let width: number | null = null;
  return {
    element: root,
    show: (name, room) => {
      if (name !== last) width = null;
      if (room !== undefined) {
        width ??= nameWidth(name);
        setState(root, 'long', width > room);
      }
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
  const picture = createPicture(root, 'avatar__picture');
  return {
    element: root,
    show: (name, url) => {
      setText(letter, initialOf(name));
      setStyle(root, '--hue', String(hueOf(name)));
      picture(url);
    },
  };
}

/** Creates the sign of a gift: its picture (`url`, '' for none) or, without one, its initial on a colour. */
export function createGiftSign(): { element: HTMLElement; show(name: string, url?: string): void } {
  const letter = element('span', 'gift-sign__letter');
  const root = element('span', 'gift-sign', letter);
  const picture = createPicture(root, 'gift-sign__picture');
  return {
    element: root,
    show: (name, url = '') => {
      setText(letter, initialOf(name));
      setStyle(root, '--hue', String(hueOf(name)));
      setState(root, 'pictured', url !== '');
      picture(url);
    },
  };
}

/** Returns a function that shows a picture in `root`; none for '', during loading and after an error. */
function createPicture(root: HTMLElement, className: string): (url: string) => void {
  let shown = '';
  let picture: HTMLImageElement | null = null;
  return (url) => {
    if (url === shown) return;
    shown = url;
    picture?.remove();
    picture = null;
    if (url === '') return;
    const image = element('img', className);
    picture = image;
    image.alt = '';
    image.decoding = 'async';
    image.addEventListener('error', () => {
      image.remove();
      setState(root, 'pictured', false);
    });
    image.src = url;
    root.append(image);
  };
}
