import type { Page } from 'playwright';

/** A text with too little contrast. */
interface FaintText {
  text: string;
  where: string;
  ratio: number;
  needed: number;
}

/**
 * Finds visible texts with a contrast below 4.5, or below 3 for large text (24 px, or 18.66 px and bold). Ignores
 * disabled controls and texts on pictures.
 */
export function faintTexts(page: Page): Promise<FaintText[]> {
  return page.evaluate(() => {
    type Colour = [red: number, green: number, blue: number, alpha: number];
    const canvas = document.createElement('canvas');
    canvas.width = 1;
    canvas.height = 1;
    const brush = canvas.getContext('2d', { willReadFrequently: true });
    const known = new Map<string, Colour>();
    // A canvas converts any CSS colour notation.
    const colourOf = (css: string): Colour => {
      const met = known.get(css);
      if (met !== undefined) return met;
      let read: Colour = [0, 0, 0, 0];
      if (brush !== null) {
        brush.clearRect(0, 0, 1, 1);
        brush.fillStyle = css;
        brush.fillRect(0, 0, 1, 1);
        const [red = 0, green = 0, blue = 0, alpha = 0] = brush.getImageData(0, 0, 1, 1).data;
        read = [red, green, blue, alpha / 255];
      }
      known.set(css, read);
      return read;
    };
    const over = (top: Colour, below: Colour): Colour => {
      const mix = (a: number, b: number) => a * top[3] + b * (1 - top[3]);
      return [mix(top[0], below[0]), mix(top[1], below[1]), mix(top[2], below[2]), 1];
    };
    const luminance = ([red, green, blue]: Colour): number => {
      const linear = (value: number) => {
        const part = value / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      };
      return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
    };
    const contrast = (one: Colour, other: Colour): number => {
      const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
      return (light + 0.05) / (dark + 0.05);
    };
    /** The background colour; null on a picture or gradient. */
    const groundOf = (element: Element): Colour | null => {
      const layers: Colour[] = [];
      for (let at: Element | null = element; at !== null; at = at.parentElement) {
        const style = getComputedStyle(at);
        if (style.backgroundImage !== 'none') return null;
        const layer = colourOf(style.backgroundColor);
        if (layer[3] > 0) layers.push(layer);
        if (layer[3] >= 0.999) break;
      }
      return layers.reverse().reduce<Colour>((below, layer) => over(layer, below), [255, 255, 255, 1]);
    };
    const opacityOf = (element: Element): number => {
      let opacity = 1;
      for (let at: Element | null = element; at !== null; at = at.parentElement) {
        opacity *= Number(getComputedStyle(at).opacity);
      }
      return opacity;
    };
    const found: FaintText[] = [];
    const told = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent?.trim() ?? '';
      if (element === null || text === '' || element.closest('script, style, noscript, [inert]') !== null)
        continue;
      if (element.closest(':disabled, [aria-disabled="true"], .p-disabled') !== null) continue;
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const box = element.getBoundingClientRect();
      if (box.width <= 1 || box.height <= 1 || box.bottom < 0 || box.top > innerHeight) continue;
      const ground = groundOf(element);
      if (ground === null) continue;
      const style = getComputedStyle(element);
      const ink = colourOf(style.color);
      const seen = over([ink[0], ink[1], ink[2], ink[3] * opacityOf(element)], ground);
      const size = Number.parseFloat(style.fontSize);
      const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
      const needed = large ? 3 : 4.5;
      const ratio = contrast(seen, ground);
      const where = `${element.tagName.toLowerCase()}.${[...element.classList].join('.')}`;
      const key = `${where} ${style.color}`;
      if (ratio >= needed - 0.005 || told.has(key)) continue;
      told.add(key);
      found.push({ text: text.slice(0, 40), where, ratio: Math.round(ratio * 100) / 100, needed });
    }
    return found;
  });
}
