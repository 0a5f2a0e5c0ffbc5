import { useEffect, useState } from 'react';

/** The key that shows every key badge while the host holds it down. */
const HELD = 'Alt';

/** Whether the host holds the key that shows the key badges. */
export function useKeysHeld(): boolean {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    const down = (event: KeyboardEvent) => {
      // Together with another key, it is a shortcut of the browser or a character.
      setHeld(event.key === HELD);
      // Windows would move the focus to the browser's menu.
      if (event.key === HELD) event.preventDefault();
    };
    const up = () => setHeld(false);
    window.addEventListener('keydown', down);
    window.addEventListener('keyup', up);
    window.addEventListener('blur', up);
    return () => {
      window.removeEventListener('keydown', down);
      window.removeEventListener('keyup', up);
      window.removeEventListener('blur', up);
    };
  }, []);
  return held;
}
