import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { type Portrait, PortraitIcon, portraits } from '#renderer/kit/icons/drawings.tsx';

const KEY = 'ringside.portrait';

/** The picture beside the account's name, chosen on each device. */
export const portraitStore = createStore<{ portrait: Portrait; choose(portrait: Portrait): void }>()(
  (set) => ({
    portrait: read(),
    choose: (portrait) => {
      set({ portrait });
      try {
        window.localStorage.setItem(KEY, portrait);
      } catch {
        // Without storage, the choice lasts until the page is closed.
      }
    },
  }),
);

function read(): Portrait {
  try {
    const stored = window.localStorage.getItem(KEY);
    return portraits.find((each) => each === stored) ?? 'simple';
  } catch {
    return 'simple';
  }
}

export function AccountPortrait({ size }: { size: number }) {
  const portrait = useStore(portraitStore, (state) => state.portrait);
  return <PortraitIcon portrait={portrait} size={size} />;
}
