import type { WidgetFrame } from '../contract/overlay/widget.ts';

/** Why custom CSS is refused: the line (from 1) and the text that is not allowed there. */
export interface CssProblem {
  line: number;
  text: string;
}

/** At-rules that load nothing. */
const atRules = new Set([
  'media',
  'supports',
  'container',
  'layer',
  'keyframes',
  '-webkit-keyframes',
  'property',
]);
/** Functions that load a resource or run code; `url` is checked by its address. */
const refusedFunctions = new Set([
  'src',
  'image',
  'image-set',
  '-webkit-image-set',
  'cross-fade',
  '-webkit-cross-fade',
  'element',
  '-moz-element',
  'paint',
  'expression',
]);
const refusedProperties = new Set(['behavior', '-moz-binding']);
const dataPicture = /^\s*(["']?)data:image\/(?:png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}\1\s*\)/i;
const ownPicture = /^\s*(["']?)image:([a-z0-9-]+)\1\s*\)/;
const closing: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' };

/**
 * Finds the first part of custom CSS that a widget's page does not take over; null for none. The CSS must load nothing
 * but the widget's images, so escapes outside of strings are refused too: they could hide a name. Brackets and strings
 * must be closed.
 */
export function cssProblem({ css, images }: OwnCss): CssProblem | null {
  return readCss(css, new Map(images.map(({ name, picture }) => [name, picture]))).problem;
}

/** Returns custom CSS with the addresses of its images, as a page applies it; '' if it has a problem. */
export function appliedCss({ css, images }: OwnCss, addressOf: (picture: string) => string): string {
  const addresses = new Map(images.map(({ name, picture }) => [name, addressOf(picture)]));
  return readCss(css, addresses).applied;
}

type OwnCss = Pick<WidgetFrame, 'css' | 'images'>;

interface ReadCss {
  problem: CssProblem | null;
  /** The CSS with the addresses of its images; '' if there is a problem. */
  applied: string;
}

function readCss(css: string, addresses: ReadonlyMap<string, string>): ReadCss {
  let applied = '';
  /** Where the part that `applied` lacks begins. */
  let copied = 0;
  const open: { bracket: string; at: number }[] = [];
  const problem = (at: number, text: string): ReadCss => ({
    problem: { line: css.slice(0, at).split(/\r\n|[\n\r\f]/).length, text },
    applied: '',
  });
  let at = 0;
  while (at < css.length) {
    const char = css[at] ?? '';
    const rest = css.slice(at, at + 40);
    if (rest.startsWith('/*')) {
      const end = css.indexOf('*/', at + 2);
      if (end < 0) return problem(at, '/*');
      at = end + 2;
    } else if (char === '"' || char === "'") {
      const length = stringLength(css, at);
      if (length === null) return problem(at, char);
      at += length;
    } else if (char === '\\' || char === '<' || char === '\0') {
      return problem(at, char);
    } else if (char in closing) {
      open.push({ bracket: char, at });
      at += 1;
    } else if (char === '}' || char === ')' || char === ']') {
      const last = open.pop();
      if (last === undefined || closing[last.bracket] !== char) return problem(at, char);
      at += 1;
    } else if (char === '@') {
      const name = nameAt(css, at + 1);
      if (!atRules.has(name.toLowerCase())) return problem(at, `@${name}`);
      at += 1 + name.length;
    } else {
      const name = nameAt(css, at);
      if (name === '') {
        at += 1;
        continue;
      }
      const lower = name.toLowerCase();
      const after = at + name.length;
      if (refusedProperties.has(lower)) return problem(at, name);
      if (css[after] === '(') {
        if (refusedFunctions.has(lower)) return problem(at, `${name}(`);
        if (lower === 'url') {
          const address = css.slice(after + 1);
          const picture = dataPicture.exec(address) ?? ownPicture.exec(address);
          if (picture === null) return problem(at, 'url(');
          const image = picture[2];
          if (image !== undefined) {
            const own = addresses.get(image);
            if (own === undefined) return problem(at, `url(image:${image})`);
            applied += `${css.slice(copied, at)}url("${own}")`;
            copied = after + 1 + picture[0].length;
          }
          at = after + 1 + picture[0].length;
          continue;
        }
      }
      at = after;
    }
  }
  const unclosed = open.at(-1);
  if (unclosed !== undefined) return problem(unclosed.at, unclosed.bracket);
  return { problem: null, applied: applied + css.slice(copied) };
}

/** The name that begins here; '' for none. */
function nameAt(css: string, at: number): string {
  const pattern = /[-\w\u0080-\uffff]*/y;
  pattern.lastIndex = at;
  return pattern.exec(css)?.[0] ?? '';
}

/** The length of the string with its quotes; null if it does not end in its line. */
function stringLength(css: string, at: number): number | null {
  const quote = css[at];
  for (let end = at + 1; end < css.length; end += 1) {
    const char = css[end] ?? '';
    if (/[\n\r\f]/.test(char)) return null;
    if (char === '\\') {
      if (/[\n\r\f]/.test(css[end + 1] ?? '\n')) return null;
      end += 1;
    } else if (char === quote) return end + 1 - at;
  }
  return null;
}
