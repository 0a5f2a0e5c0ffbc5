import { useSettings } from '#renderer/data/hooks.ts';
import type { Skin } from '#shared/contract/overlay/widget.ts';
import { useOverlayPage } from './overlayPage.ts';
import { PageFrame } from './PageFrame.tsx';
import { pageSize } from './pageSize.ts';
import { plainOptions, sampleAddress } from './pageUrls.ts';

/** Of the workbench's sample only the first anchor's picture is in view, by the place that the styles give it. */
const SCALE = 0.34;
/** A second of the sample at which every anchor has a score. */
const AT = 12;

/** A skin as it looks, from the workbench's own page, which stands still. */
export function SkinSample({ skin }: { skin: Skin }) {
  const page = useOverlayPage();
  const language = useSettings((state) => state.language);
  const plain = plainOptions('workbench', language);
  if (plain.kind !== 'workbench' || page === null) return null;
  const options = { ...plain, skin, frame: { ...plain.frame, calm: true } };
  return (
    <span className="skin-sample" aria-hidden="true">
      <PageFrame
        address={sampleAddress(page, options, AT)}
        title=""
        size={pageSize(options)}
        scale={SCALE}
        backdrop="video"
      />
    </span>
  );
}
