import { lazy } from 'react';

export { GiftPicker } from './GiftPicker.tsx';
export { useLearned } from './useLearned.ts';
/** Loads when it is first rendered, so it needs a Suspense above it. */
export const PresetEditor = lazy(() => import('./PresetEditor.tsx'));
