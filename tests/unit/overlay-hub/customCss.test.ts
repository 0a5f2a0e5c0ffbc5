import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromForm, toForm } from '#renderer/features/overlays/linkEditor.ts';
import { plainOptions } from '#renderer/features/overlays/overlayPage.ts';
import { frameSchema } from '#shared/contract/overlay/widget.ts';
import { appliedCss, cssProblem } from '#shared/overlay/customCss.ts';

const images = [{ name: 'logo', picture: 'a'.repeat(64) }];
const problemOf = (css: string) => cssProblem({ css, images });

describe('custom CSS', () => {
  it.each([
    '',
    ':root:root { --plate: #102040; --plate-radius: 0; }',
    '.panel__title::after { content: "\\201C @import url(x) </style>"; }',
    '@media (min-width: 900px) { .goal { width: calc(100% - 2rem); } }',
    '@keyframes spin { to { transform: rotate(1turn); } } .bonus { animation: spin 2s infinite; }',
    '.alert { background: url(data:image/png;base64,iVBORw0KGgo=) center / cover; }',
    ".alert { background: url( 'data:image/webp;base64,UklGRg==' ); }",
    '.alert { background: url(image:logo), url( "image:logo" ); }',
    '/* url(https://a.example) @import */ .名前 > a[href^="x"] { color: red }',
  ])('is accepted if it loads nothing: %s', (css) => {
    expect(problemOf(css)).toBeNull();
  });

  it.each([
    ['@import "https://a.example/x.css";', 1, '@import'],
    ['.a {}\n@IMPORT url(x);', 2, '@IMPORT'],
    ['@font-face { font-family: x; src: local(a) }', 1, '@font-face'],
    ['.a {\n  background: url(https://a.example/x.png);\n}', 2, 'url('],
    ['.a { background: URL("/overlay/picture/x") }', 1, 'url('],
    ['.a { background: url(data:image/svg+xml;base64,PHN2Zz4=) }', 1, 'url('],
    ['.a { background: url(data:image/png;base64,AAAA, url(//a.example)) }', 1, 'url('],
    ['.a { background: url(image:other) }', 1, 'url(image:other)'],
    ['.a { background: url(image:logo.png) }', 1, 'url('],
    ['.a { background: url(image:LOGO) }', 1, 'url('],
    ['.a { background: image-set("https://a.example/x.png" 1x) }', 1, 'image-set('],
    ['.a { background: -webkit-image-set("//a.example" 1x) }', 1, '-webkit-image-set('],
    ['.a { width: expression(alert(1)) }', 1, 'expression('],
    ['.a { behavior: none }', 1, 'behavior'],
    ['.a { background: u\\72l(//a.example) }', 1, '\\'],
    ['\n\n@\\69mport "x";', 3, '@'],
    ['</style><script>', 1, '<'],
    ['.a { color: red', 1, '{'],
    ['.a { color: red }\r\n}', 2, '}'],
    ['.a { width: calc(1px; }', 1, '}'],
    ['.a { content: "x\n"; }', 1, '"'],
    ['.a {} /* open', 1, '/*'],
  ])('is refused with its line: %s', (css, line, text) => {
    expect(problemOf(css)).toEqual({ line, text });
    const form = toForm(plainOptions('goal', 'en'));
    expect(fromForm({ ...form, frame: { css, images } })).toBeNull();
  });

  it('gets the addresses of its images, and nothing else changes', () => {
    const css = '.a { content: "url(image:logo)"; background: URL( image:logo ) center } /* url(image:x) */';
    expect(appliedCss({ css, images }, (picture) => `/p/${picture.slice(0, 2)}`)).toBe(
      '.a { content: "url(image:logo)"; background: url("/p/aa") center } /* url(image:x) */',
    );
    expect(appliedCss({ css: '.a { background: url(image:x) }', images }, String)).toBe('');
  });

  it('has each image once by name, and at most twelve', () => {
    const frame = (names: string[]) =>
      frameSchema.safeParse({ images: names.map((name) => ({ name, picture: 'a'.repeat(64) })) }).success;
    expect(frame(['logo', 'frame-2'])).toBe(true);
    expect(frame(['logo', 'logo'])).toBe(false);
    expect(frame(['Logo'])).toBe(false);
    expect(frame(['x)url(//a'])).toBe(false);
    expect(frame(Array.from({ length: 13 }, (_, index) => `i${index}`))).toBe(false);
  });

  it('never contains an address in an accepted url', () => {
    const part = fc.constantFrom(
      'url(',
      '"',
      "'",
      ')',
      '/*',
      '*/',
      '\\',
      '\n',
      '{',
      '}',
      'a',
      '//x',
      '@media',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 24 }), (parts) => {
        const css = parts.join('');
        if (problemOf(css) !== null) return;
        const bare = css.replace(/\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g, ' ');
        // `aurl(` is another function.
        expect(bare).not.toMatch(/(?<!\w)url\(|\\|</);
      }),
    );
  });
});
