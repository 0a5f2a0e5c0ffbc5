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
const closing: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' };

/**
 * Finds the first part of custom CSS that a widget's page does not take over; null for none. The CSS must load nothing,
 * so escapes outside of strings are refused too: they could hide a name. Brackets and strings must be closed.
 */
export function cssProblem(css: string): CssProblem | null {
  const open: { bracket: string; at: number }[] = [];
  const problem = (at: number, text: string) => ({
    line: css.slice(0, at).split(/\r\n|[\n\r\f]/).length,
    text,
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
          const picture = dataPicture.exec(css.slice(after + 1));
          if (picture === null) return problem(at, 'url(');
          at = after + 1 + picture[0].length;
          continue;
        }
      }
      at = after;
    }
  }
  const unclosed = open.at(-1);
  return unclosed === undefined ? null : problem(unclosed.at, unclosed.bracket);
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
