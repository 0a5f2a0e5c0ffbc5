export {
  fitScale,
  OVERLAY_PATH,
  pageSize,
  plainOptions,
  sampleAddress,
  useOverlayPage,
} from './overlayPage.ts';
export { PageFrame } from './PageFrame.tsx';
