export { fitScale, pageSize, useOverlayPage } from './overlayPage.ts';
export { PageFrame } from './PageFrame.tsx';
export { OVERLAY_PATH, plainOptions, sampleAddress } from './pageUrls.ts';
