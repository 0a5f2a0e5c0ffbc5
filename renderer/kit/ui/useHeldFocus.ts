import { useEffect, useRef } from 'react';

/**
 * Returns a function that remembers an element before a part of the page is disabled. When that part is enabled again,
 * the element gets the focus back, unless another one has it: browsers move the focus from a disabled element to the
 * body. An element whose `name` has changed is another action by now and gets no focus, so that no hasty key runs it.
 */
export function useHeldFocus(disabled: boolean, name = ''): (element: Element | null) => void {
  const held = useRef<{ element: Element | null; name: string } | null>(null);
  const latest = useRef(name);
  useEffect(() => {
    latest.current = name;
  });
  useEffect(() => {
    if (disabled) return;
    const { element, name: before } = held.current ?? { element: null };
    held.current = null;
    if (!(element instanceof HTMLElement) || before !== latest.current) return;
    if (document.activeElement === document.body) element.focus();
  }, [disabled]);
  return (element) => {
    held.current = { element, name };
  };
}
