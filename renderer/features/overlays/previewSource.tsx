import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShow, useShowPhase } from '#renderer/data/hooks.ts';
import { Segments } from '#renderer/kit/ui/Choices.tsx';

/** What a preview shows: the open show or a sample. */
type PreviewSource = 'show' | 'sample';

/** Returns what a preview shows. Until the host chooses, it is the running show, and the sample without one. */
export function usePreviewSource() {
  const { phase } = useShowPhase();
  const running = useShow((state) => state.status !== 'ended') && phase === 'following';
  const [chosen, choose] = useState<PreviewSource | null>(null);
  return { running, source: chosen ?? (running ? 'show' : 'sample'), choose } as const;
}

interface SourceChoiceProps {
  source: PreviewSource;
  onChange(source: PreviewSource): void;
}

export function SourceChoice({ source, onChange }: SourceChoiceProps) {
  const { t } = useTranslation();
  return (
    <Segments<PreviewSource>
      label={t('widgets.preview.with')}
      value={source}
      options={[
        { value: 'show', label: t('widgets.preview.show') },
        { value: 'sample', label: t('widgets.preview.sample') },
      ]}
      onChange={onChange}
    />
  );
}
