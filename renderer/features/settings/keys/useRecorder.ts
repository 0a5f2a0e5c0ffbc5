import { useEffect, useRef } from 'react';
import { useKeyBlock } from '#renderer/kit/keys/useKey.ts';

/** While active, passes each key press to `onPress` instead of to the page. Escape calls `onCancel`. */
export function useRecorder(
  active: boolean,
  onPress: (event: KeyboardEvent) => void,
  onCancel: () => void,
): void {
  const latest = useRef({ onPress, onCancel });
  useEffect(() => {
    latest.current = { onPress, onCancel };
  });
  useKeyBlock(active);
  useEffect(() => {
    if (!active) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (['Shift', 'Control', 'Alt', 'Meta', 'CapsLock', 'Tab'].includes(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.key === 'Escape') latest.current.onCancel();
      else latest.current.onPress(event);
    };
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, [active]);
}
