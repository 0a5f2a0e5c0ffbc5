import { useTranslation } from 'react-i18next';

export interface RowToolsProps {
  name: string;
  first: boolean;
  last: boolean;
  onMove(by: -1 | 1): void;
  onRemove(): void;
}

/** Up, down and away, for one item of a list of the form. Alt with an arrow key moves it, too. */
export function RowTools({ name, first, last, onMove, onRemove }: RowToolsProps) {
  const { t } = useTranslation();
  const tool = (label: string, icon: string, run: () => void, disabled = false) => (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={run}
    >
      <i className={`pi pi-${icon}`} aria-hidden="true" />
    </button>
  );
  return (
    <div className="tools">
      {tool(t('presetEditor.up', { name }), 'chevron-up', () => onMove(-1), first)}
      {tool(t('presetEditor.down', { name }), 'chevron-down', () => onMove(1), last)}
      {tool(t('presetEditor.remove', { name }), 'trash', onRemove)}
    </div>
  );
}
