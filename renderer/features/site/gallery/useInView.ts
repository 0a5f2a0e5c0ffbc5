import { type RefObject, useEffect, useState } from 'react';

/** Whether an element is in view, a little early, and its size when it came. */
export function useInView(ref: RefObject<HTMLElement | null>): {
  inView: boolean;
  width: number;
  height: number;
} {
  const [state, setState] = useState({ inView: false, width: 0, height: 0 });
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1);
        if (entry === undefined) return;
        const { width, height } = entry.boundingClientRect;
        setState({ inView: entry.isIntersecting, width, height });
      },
      { rootMargin: '80px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return state;
}
