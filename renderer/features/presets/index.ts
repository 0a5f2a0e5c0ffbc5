import { lazy } from 'react';

export { GiftPicker } from './GiftPicker.tsx';
export { useLearned } from './useLearned.ts';
/** Loaded when a host first opens it; needs a Suspense above it. */
export const PresetEditor = lazy(() => import('./PresetEditor.tsx'));
