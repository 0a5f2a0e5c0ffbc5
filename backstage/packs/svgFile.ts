/*
 * SVG stills of effect packs. The check accepts a small part of SVG and refuses all else by name, instead of removing what
 * is dangerous: no scripts, no addresses, no text in fonts of the computer, and nothing that can be nested to take for ever.
 */

/** Bytes of an SVG file. */
const MOST_BYTES = 200 * 1024;
const MOST_ELEMENTS = 5000;
const MOST_DEPTH = 40;
const MOST_FILTERS = 20;
const SVG = 'http://www.w3.org/2000/svg';

const elements: ReadonlySet<string> = new Set([
  ...['svg', 'g', 'defs', 'title', 'desc', 'style', 'clipPath'],
  ...['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon'],
  ...['linearGradient', 'radialGradient', 'stop'],
  ...['filter', 'feGaussianBlur', 'feOffset', 'feMerge', 'feMergeNode', 'feColorMatrix', 'feFlood'],
  ...['feComposite', 'feBlend', 'feDropShadow'],
]);

/** Either the size of the picture's view box, or what is not allowed in it. */
export type SvgCheck = { width: number; height: number } | { refused: string };

/** Checks a whole file. */
export function checkSvg(bytes: Uint8Array): SvgCheck {
  if (bytes.length > MOST_BYTES) return { refused: `> ${MOST_BYTES / 1024} kB` };
  try {
    return new SvgReader(new TextDecoder('utf-8', { fatal: true }).decode(bytes)).read();
  } catch (error) {
    // The decoder throws a TypeError for what is no UTF-8.
    if (error instanceof RefusedError || error instanceof TypeError) return { refused: error.message };
    throw error;
  }
}

class RefusedError extends Error {}

class SvgReader {
  readonly #text: string;
  readonly #open: string[] = [];
  #at = 0;
  #count = 0;
  #filters = 0;
  #box: { width: number; height: number } | null = null;

  constructor(text: string) {
    this.#text = text;
  }

  read(): SvgCheck {
    this.#take(/<\?xml [^<>]*\?>/y);
    while (this.#at < this.#text.length) this.#next();
    if (this.#box === null || this.#open.length > 0) throw new RefusedError('XML');
    return this.#box;
  }

  #next(): void {
    if (this.#take(/<!--[\s\S]*?-->/y) !== null) return;
    const text = this.#take(/[^<]+/y);
    if (text !== null) {
      this.#checkText(text[0]);
      return;
    }
    const end = this.#take(/<\/([A-Za-z]+)\s*>/y);
    if (end !== null) {
      if (this.#open.pop() !== end[1]) throw new RefusedError('XML');
      return;
    }
    const start = this.#take(/<([A-Za-z][\w:.-]*)/y);
    if (start === null) throw new RefusedError(this.#text.slice(this.#at, this.#at + 12));
    this.#element(start[1] ?? '');
  }

  #element(name: string): void {
    if (!elements.has(name)) throw new RefusedError(`<${name}>`);
    const isRoot = this.#count === 0;
    if (isRoot !== (name === 'svg')) throw new RefusedError(`<${name}>`);
    this.#count += 1;
    if (name === 'filter') this.#filters += 1;
    if (this.#count > MOST_ELEMENTS || this.#filters > MOST_FILTERS) throw new RefusedError(`<${name}>`);
    for (;;) {
      const attribute = this.#take(/\s+([A-Za-z_][\w:.-]*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y);
      if (attribute === null) break;
      this.#checkAttribute(attribute[1] ?? '', attribute[2] ?? attribute[3] ?? '', isRoot);
    }
    const end = this.#take(/\s*(\/?)>/y);
    if (end === null) throw new RefusedError('XML');
    if (end[1] === '') this.#open.push(name);
    if (this.#open.length > MOST_DEPTH) throw new RefusedError(`<${name}>`);
  }

  #checkAttribute(name: string, value: string, isRoot: boolean): void {
    const local = name.slice(name.lastIndexOf(':') + 1).toLowerCase();
    if (name === 'xmlns' && value !== SVG) throw new RefusedError(name);
    if (name.startsWith('xmlns')) return;
    if (local.startsWith('on')) throw new RefusedError(name);
    if (local === 'href' && !/^#[\w.-]+$/.test(value)) throw new RefusedError(name);
    // A clip within a clip can be nested until it takes for ever.
    if (local === 'clip-path' && this.#open.includes('clipPath')) throw new RefusedError(name);
    checkStyle(value);
    if (!isRoot || name !== 'viewBox') return;
    const [, , width = 0, height = 0] = value
      .trim()
      .split(/[\s,]+/)
      .map(Number);
    if (width > 0 && height > 0) this.#box = { width, height };
  }

  #checkText(text: string): void {
    const inside = this.#open.at(-1);
    if (inside === 'style') checkStyle(text);
    else if (inside === undefined && text.trim().replace('\uFEFF', '') !== '') throw new RefusedError('XML');
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found !== null) this.#at = pattern.lastIndex;
    return found;
  }
}

/** Refuses styles and values that load something, or that hide what they are. */
function checkStyle(value: string): void {
  const hidden = /[\\@]|&(?!(amp|lt|gt|quot|apos);)|javascript:|image-set|expression\(/i.exec(value);
  if (hidden !== null) throw new RefusedError(hidden[0]);
  for (const [address, target] of value.matchAll(/url\(\s*(['"]?[^)]*)/gi)) {
    if (!/^['"]?#[\w.-]+['"]?\s*$/.test(target ?? '')) throw new RefusedError(address.slice(0, 40));
  }
}
