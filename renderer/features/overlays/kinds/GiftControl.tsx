import { GiftPicker } from '#renderer/features/presets/index.ts';
import { useControl } from '#renderer/kit/form/FormGroup.tsx';
import { giftChoiceSchema } from '#shared/contract/preset.ts';

/** One gift, or none. */
export function GiftControl() {
  const { value, onChange } = useControl();
  const parsed = giftChoiceSchema.safeParse(value);
  return <GiftPicker value={parsed.success ? parsed.data : null} onChange={onChange} />;
}
