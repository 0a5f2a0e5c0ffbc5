import { useStore } from 'zustand';
import { PortraitIcon } from '#renderer/kit/icons/portraits.tsx';
import { portraitStore } from './portraitStore.ts';

export function AccountPortrait({ size }: { size: number }) {
  const portrait = useStore(portraitStore, (state) => state.portrait);
  return <PortraitIcon portrait={portrait} size={size} />;
}
