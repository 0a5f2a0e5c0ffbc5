import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkSvg } from '#backstage/packs/svgFile.ts';

const ns = 'xmlns="http://www.w3.org/2000/svg"';
const svg = (inside: string, root = 'viewBox="0 0 40 20"') => `<svg ${ns} ${root}>${inside}</svg>`;
const check = (text: string) => checkSvg(Buffer.from(text));

describe('an SVG still of a pack', () => {
  it('may have shapes, gradients, styles, clips and filters', () => {
    const drawing = `<?xml version="1.0" encoding="UTF-8"?>
      <!-- drawn by hand -->
      <svg ${ns} xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 40 20" width="40">
        <title>A &amp; B</title>
        <style>.a { fill: url(#glow); stroke: #fff }</style>
        <defs>
          <linearGradient id="base"><stop offset="0" stop-color="#fff"/></linearGradient>
          <linearGradient id="glow" xlink:href="#base"/>
          <clipPath id="clip"><rect width="40" height="20"/></clipPath>
          <filter id="soft"><feGaussianBlur stdDeviation="2"/></filter>
        </defs>
        <g clip-path="url(#clip)" filter='url("#soft")' style="opacity:.5"><path class="a" d="M0 0L40 20"/></g>
      </svg>`;
    expect(check(drawing)).toEqual({ width: 40, height: 20 });
  });

  it.each([
    ['a script', svg('<script>alert(1)</script>')],
    ['an event', svg('<rect onload="alert(1)"/>')],
    ['an event in capitals', svg('<rect ONLOAD="alert(1)"/>')],
    ['a page within', svg('<foreignObject><p/></foreignObject>')],
    ['an element of another namespace', svg('<g xmlns="http://www.w3.org/1999/xhtml"><style/></g>')],
    ['an element with a prefix', svg('<x:script xmlns:x="http://www.w3.org/2000/svg"/>')],
    ['a picture', svg('<image href="https://example.org/a.png"/>')],
    ['an address', svg('<linearGradient href="https://example.org/a.svg#b"/>')],
    [
      'an address with another prefix',
      svg('<stop y:href="//example.org" xmlns:y="http://www.w3.org/1999/xlink"/>'),
    ],
    ['an address in a fill', svg('<rect fill="url(https://example.org/a)"/>')],
    ['an address in a style', svg('<style>rect { fill: url( "https://example.org" ) }</style>')],
    ['an import', svg('<style>@import "https://example.org";</style>')],
    ['a hidden address', svg('<rect fill="&#117;rl(https://example.org)"/>')],
    ['an escaped address', svg('<rect style="fill:\\75rl(https://example.org)"/>')],
    ['an entity', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('')}`],
    ['a stylesheet', `<?xml-stylesheet href="a.css"?>${svg('')}`],
    ['raw text', svg('<![CDATA[<script/>]]>')],
    ['an animation', svg('<rect><animate attributeName="x"/></rect>')],
    ['copies of copies', svg('<use href="#a"/>')],
    ['a clip in a clip', svg('<clipPath id="a"><rect clip-path="url(#b)"/></clipPath>')],
    ['text', svg('<text>Hi</text>')],
    ['an svg in an svg', svg(svg(''))],
    ['an open element', `<svg ${ns} viewBox="0 0 1 1"><g>`],
    ['no view box', svg('', 'width="40" height="20"')],
    ['two roots', svg('') + svg('')],
    ['too many elements', svg('<g/>'.repeat(6000))],
    ['too deep a nesting', svg('<g>'.repeat(60) + '</g>'.repeat(60))],
    ['too many bytes', svg(`<desc>${' '.repeat(300_000)}</desc>`)],
  ])('may not have %s', (_, text) => {
    expect(check(text)).toHaveProperty('refused');
  });

  it('is never accepted by chance, and never takes long', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (text) => {
        expect(check(text)).toHaveProperty('refused');
        expect(check(svg(text.replaceAll(/[^<>!"'=/a-z -]/g, '<')))).toBeDefined();
      }),
    );
    const before = performance.now();
    check(`<svg ${' '.repeat(150_000)}`);
    check(`<svg ${'a="b" '.repeat(30_000)}`);
    check(`<svg>${'<!--'.repeat(40_000)}`);
    expect(performance.now() - before).toBeLessThan(2000);
  });

  it('is not accepted with bytes that are no UTF-8', () => {
    expect(checkSvg(Buffer.from([0x3c, 0x73, 0xff, 0xfe]))).toHaveProperty('refused');
  });
});
