import { type KeyAction, placeOf } from '#renderer/data/keys/actions.ts';
import { useText } from '../i18n/useText.ts';

/** What an action is called where keys are listed. */
export function useKeyWords(): (action: KeyAction) => string {
  const text = useText();
  return (action) => {
    const place = placeOf(action);
    return place === null ? text({ key: `key.${action}` }) : text({ key: 'key.anchor', params: { place } });
  };
}
