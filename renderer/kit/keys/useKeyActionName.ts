import { anchorNumberOf, type KeyAction } from '#renderer/data/keys/actions.ts';
import { useText } from '../i18n/useText.ts';

/** Returns a function that gives an action's name for lists of keyboard shortcuts. */
export function useKeyActionName(): (action: KeyAction) => string {
  const text = useText();
  return (action) => {
    const place = anchorNumberOf(action);
    return place === null ? text({ key: `key.${action}` }) : text({ key: 'key.anchor', params: { place } });
  };
}
