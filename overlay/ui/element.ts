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
