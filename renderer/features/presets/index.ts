import { lazy } from 'react';

export { GiftPicker, useLearned } from './GiftPicker.tsx';
/** Loads when it is first rendered, so it needs a Suspense above it. */
export const PresetEditor = lazy(() => import('./PresetEditor.tsx'));
