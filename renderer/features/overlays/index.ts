export { useOverlayPage } from './overlayPage.ts';
export { PageFrame } from './PageFrame.tsx';
export { fitScale, pageSize } from './pageSize.ts';
export { OVERLAY_PATH, plainOptions, sampleAddress } from './pageUrls.ts';
