/** Creates an element. Foreign text must be set with `setText`, never as HTML. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string,
  ...children: Node[]
): HTMLElementTagNameMap[K] {
  const created = document.createElement(tag);
  if (className !== '') created.className = className;
  created.append(...children);
  return created;
}

/** Sets the text if it differs: an unchanged text causes no layout. */
export function setText(target: Node, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}

/** Sets a data attribute, which styles select by. `true` sets '', `false` and null remove the attribute. */
export function setState(target: HTMLElement, name: string, value: string | boolean | null): void {
  const wanted = value === false || value === null ? undefined : value === true ? '' : value;
  if (target.dataset[name] === wanted) return;
  if (wanted === undefined) delete target.dataset[name];
  else target.dataset[name] = wanted;
}

export function setHidden(target: HTMLElement, hidden: boolean): void {
  if (target.hidden !== hidden) target.hidden = hidden;
}

/** Sets a style or custom property if it differs. The content security policy forbids style attributes in HTML. */
export function setStyle(target: HTMLElement, name: string, value: string): void {
  if (target.style.getPropertyValue(name) !== value) target.style.setProperty(name, value);
}

const NS = 'http://www.w3.org/2000/svg';

/** SVG paths in a view box of 24 by 24. */
const paths = {
  crown: 'M3 7.5l4.6 4.1L12 4.5l4.4 7.1L21 7.5l-1.7 10.2H4.7zM4.800 19.200h14.400v1.900H4.800z',
  flame:
    'M13.200 2c.6 3.300-1 5-2.600 6.800-1.500 1.700-3.100 3.400-3.100 6.100A5.500 5.500 0 0 0 12.900 21c3.400 0 5.900-2.500 5.900-6 0-2.400-1.100-4.300-2.500-6-.1 1.400-.6 2.500-1.600 3.200.3-3.800-.3-7.400-1.500-10.2z',
  diamond: 'M7 3.500h10l4.500 6L12 21 2.500 9.5zM8 5.500L5.500 8.700h4zM16 5.500l-1.500 3.200h4z',
  bolt: 'M13.800 1.800L4.600 13.500h5.600L8.800 22.200 19.400 9.600h-6.2z',
  shield: 'M12 2l8 2.800v6.300c0 5-3.300 8.900-8 10.900-4.700-2-8-5.900-8-10.900V4.8z',
  people:
    'M8.500 11a3.700 3.700 0 1 0 0-7.400 3.700 3.700 0 0 0 0 7.4zm7.800 0a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2 19.500c0-3.600 2.900-6.300 6.500-6.300s6.500 2.700 6.500 6.300zm14.800 0H22c0-3.300-2.400-5.600-5.500-5.600-.9 0-1.600.2-2.300.5a8 8 0 0 1 2.600 5.100z',
  gift: 'M3 8.500h18v4H3zM4.500 14h6.300v7.500H4.5zm8.700 0h6.300v7.500h-6.300zM12 7.500C9.300 8 6.300 7.500 6.300 5.200 6.300 3.700 7.400 2.700 8.700 2.700c1.800 0 2.900 1.900 3.300 3.500.4-1.600 1.500-3.500 3.300-3.500 1.300 0 2.400 1 2.400 2.500 0 2.300-3 2.800-5.700 2.300z',
  arrow: 'M4 10.500h10.200l-4-4L12 4.700l7.300 7.300-7.300 7.300-1.800-1.800 4-4H4z',
} as const;
export type IconName = keyof typeof paths;

export function createIcon(name: IconName): SVGSVGElement {
  const svg = document.createElementNS(NS, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('class', `icon icon--${name}`);
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(NS, 'path');
  path.setAttribute('d', paths[name]);
  path.setAttribute('fill-rule', 'evenodd');
  svg.append(path);
  return svg;
}
