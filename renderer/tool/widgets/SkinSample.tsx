import type { Skin } from '#shared/contract/overlay/widget.ts';
import { useSettings } from '../../app/hooks.ts';
import { useOverlayPage } from './overlayPage.ts';
import { PageFrame } from './PageFrame.tsx';
import { plainOptions, sampleAddress } from './pageUrls.ts';

/** What is shown of the workbench's sample: its left third, in which one anchor stands large. */
const SAMPLE = { width: 960, height: 540 };
const SCALE = 0.24;
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
        size={SAMPLE}
        scale={SCALE}
        backdrop="video"
      />
    </span>
  );
}
