import { useTranslation } from 'react-i18next';
import { useShow } from '#renderer/data/hooks.ts';
import type { Mode } from '#shared/contract/preset.ts';

/** What the host does before the first round: start the show, or prepare a round. */
export function useBeforeWords(mode: Mode | null): string {
  const { t } = useTranslation();
  const started = useShow(({ status }) => status !== 'initialization' && status !== 'ready');
  return started ? t(`stage.before.${mode ?? 'normal'}`) : t('stage.before.start');
}
