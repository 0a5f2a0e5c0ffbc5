import { useTranslation } from 'react-i18next';
import { useProblemText, useText } from '#renderer/kit/i18n/useText.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import type { Problem } from '#shared/contract/error.ts';
import { fieldName } from './fieldName.ts';

/** Why a preset was not taken over: which field, and what is wrong with it. */
export function RefusedFile({ file, problem, onClose }: { file: string; problem: Problem; onClose(): void }) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const field = useFieldWords()(String(problem.params?.field ?? ''));
  const why = problemText({ ...problem, params: { ...problem.params, field } });
  return (
    <div className="banner banner--error" role="alert">
      <i className="pi pi-exclamation-triangle" aria-hidden="true" />
      <p className="spread">
        <b>{t('live.refused', { file })}</b>{' '}
        {field === '' || problem.code === 'preset.fileField' ? why : `${field}: ${why}`}
      </p>
      <Button small look="text" icon="times" ariaLabel={t('action.close')} onClick={onClose} />
    </div>
  );
}

/** The words of a field's path: 'Anchors 3, Streamer nickname'. */
function useFieldWords(): (path: string) => string {
  const { t } = useTranslation();
  const text = useText();
  return (path) => {
    if (path === '') return '';
    const { list, place, label } = fieldName(path);
    const own = label === null ? path : text(label);
    return list === null ? own : t('live.fieldOf', { list: t(`presetEditor.${list}`), place, field: own });
  };
}
