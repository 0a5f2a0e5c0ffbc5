/** An element with its classes and children. Text of others only ever goes through `setText`. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string,
  ...children: Node[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  if (className !== '') made.className = className;
  made.append(...children);
  return made;
}

/** Writes a text unless it stands there already: what does not change costs no layout. */
export function setText(target: Node, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}

/** Sets or takes away a data attribute, by which the styles tell states apart. */
export function setState(target: HTMLElement, name: string, value: string | boolean | null): void {
  const wanted = value === false || value === null ? undefined : value === true ? '' : value;
  if (target.dataset[name] === wanted) return;
  if (wanted === undefined) delete target.dataset[name];
  else target.dataset[name] = wanted;
}

export function setHidden(target: HTMLElement, hidden: boolean): void {
  if (target.hidden !== hidden) target.hidden = hidden;
}

/** Sets a custom property or a style, through the object model, which a content security policy allows. */
export function setStyle(target: HTMLElement, name: string, value: string): void {
  if (target.style.getPropertyValue(name) !== value) target.style.setProperty(name, value);
}
