import type { PresetDraft } from '#shared/contract/backstage.ts';
import { presetDraftSchema } from '#shared/contract/backstage.ts';
import type { Line } from '#shared/contract/connection.ts';

/** Two lines to the same platform. */
export function linesTo({ webUrl, wsUrl }: { webUrl: string; wsUrl: string }): Line[] {
  const common = { kind: 'direct', webUrl, wsUrl, signUrl: '', signKey: '', relayUrl: '' } as const;
  return [
    { ...common, id: 'line1' },
    { ...common, id: 'line2' },
  ];
}

/** Anchor a with the Rose as exclusive gift, and anchor b without any. */
export const presetOfTwo: PresetDraft = presetDraftSchema.parse({
  name: 'Two',
  anchors: [
    { id: 'a', nickname: 'Aki', gift: { ids: [5655] } },
    { id: 'b', nickname: 'Bea' },
  ],
});
