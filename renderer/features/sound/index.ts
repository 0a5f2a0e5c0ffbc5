export { SoundFields } from './SoundFields.tsx';
export { useShowSounds } from './useShowSounds.ts';
