import { useTranslation } from 'react-i18next';
import { useShow } from '#renderer/data/hooks.ts';
import type { ToastText } from '#renderer/data/stores/toastStore.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { useProblemText, useText } from '#renderer/kit/i18n/useText.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { useFilePicker } from '#renderer/kit/ui/files.tsx';
import { Panel } from '#renderer/kit/ui/Panel.tsx';
import { DeletedLine, PickRow, RowTool } from '#renderer/kit/ui/PickRow.tsx';
import { EmptyState } from '#renderer/kit/ui/placeholders.tsx';
import type { Problem } from '#shared/contract/error.ts';
import type { Preset } from '#shared/contract/preset.ts';
import styles from './LivePage.module.css';
import { ruleSections } from './ruleSections.ts';
import type { PresetActions } from './usePresetActions.ts';

export interface PresetListProps {
  presets: readonly Preset[];
  /** The preset in the form; null for none, undefined for a new one. */
  chosen: string | null | undefined;
  actions: PresetActions;
  onChoose(presetId: string): void;
  onMake(): void;
  onCopy(preset: Preset): void;
  onRename(preset: Preset): void;
  onImport(file: File): void;
}

/** The list of presets, with buttons to create, import, copy, rename, export and delete them. */
export function PresetList(props: PresetListProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { presets, actions } = props;
  const inShow = useShow((state) => (state.status === 'ended' ? null : (state.preset?.id ?? null)));
  const picker = useFilePicker({
    label: t('live.import'),
    accept: '.json,application/json',
    onFile: props.onImport,
  });
  return (
    <Panel
      title={t('live.presets')}
      className={styles.list}
      badge={<span className="count">{number(presets.length)}</span>}
      actions={
        <>
          {picker.input}
          <Button small look="outlined" icon="upload" label={t('live.import')} onClick={picker.open} />
          <Button
            small
            look={props.chosen === null ? 'filled' : 'outlined'}
            icon="plus"
            label={t('preset.make')}
            onClick={props.onMake}
          />
        </>
      }
    >
      {actions.refused !== null && <RefusedFile {...actions.refused} onClose={actions.forget} />}
      {presets.length === 0 ? (
        <EmptyState icon="sliders-h" title={t('live.empty.title')} text={t('live.empty.text')} />
      ) : (
        <ul>
          {presets.map((preset) => (
            <PickRow
              key={preset.id}
              chosen={preset.id === props.chosen}
              onChoose={() => props.onChoose(preset.id)}
              tools={
                <>
                  <RowTool
                    icon="copy"
                    label={t('live.copy', { name: preset.name })}
                    onClick={() => props.onCopy(preset)}
                  />
                  <RowTool
                    icon="file-edit"
                    label={t('live.rename', { name: preset.name })}
                    onClick={() => props.onRename(preset)}
                  />
                  <RowTool
                    icon="download"
                    label={t('live.export', { name: preset.name })}
                    onClick={() => void actions.exportFile(preset)}
                  />
                  <RowTool
                    icon="trash"
                    label={t('live.delete', { name: preset.name })}
                    onClick={() => void actions.remove(preset)}
                  />
                </>
              }
            >
              <span className={styles.words}>
                <b className="clip" title={preset.name}>
                  {preset.name}
                </b>
                <span className="muted small">
                  {preset.id === inShow && <b className={styles.on}>{t('live.inShow')}</b>}
                  <span className={styles.about}>
                    {t('preset.about', {
                      mode: t(`mode.${preset.mode}`),
                      count: preset.anchors.length,
                      anchors: number(preset.anchors.length),
                    })}
                  </span>
                </span>
              </span>
            </PickRow>
          ))}
        </ul>
      )}
      {actions.deleted !== null && (
        <DeletedLine
          text={t('live.deleted', { name: actions.deleted.preset.name })}
          restoreLabel={t('live.restore')}
          onRestore={() => void actions.restore()}
        />
      )}
    </Panel>
  );
}

/** Says why an imported file or a copy was rejected, with the name of the invalid field. */
function RefusedFile({ file, problem, onClose }: { file: string; problem: Problem; onClose(): void }) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const field = useFieldText()(String(problem.params?.field ?? ''));
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

/** Returns a function that names a field by its path: 'Anchors 3, Streamer nickname'. */
function useFieldText(): (path: string) => string {
  const { t } = useTranslation();
  const text = useText();
  return (path) => {
    if (path === '') return '';
    const { list, place, label } = fieldName(path);
    const own = label === null ? path : text(label);
    return list === null ? own : t('live.fieldOf', { list: t(`presetEditor.${list}`), place, field: own });
  };
}

/** The name of a preset field on screen. `place` counts from 1 for a field of a list; 0 for other fields. */
export interface FieldName {
  list: 'anchors' | 'gameplay' | null;
  place: number;
  label: ToastText | null;
}

const own: Readonly<Record<string, string>> = {
  name: 'presetEditor.name',
  mode: 'presetEditor.mode',
  anchors: 'presetEditor.anchors',
  pictures: 'presetEditor.picture',
  gameplay: 'presetEditor.gameplay',
  'giftPrice.min': 'presetEditor.priceMin',
  'giftPrice.max': 'presetEditor.priceMax',
  'score.by': 'presetEditor.scoreBy',
  'score.points': 'presetEditor.points',
  'score.multiplierTenths': 'presetEditor.multiplier',
  singleGiftBinding: 'presetEditor.single',
};

const listed: Readonly<Record<'anchors' | 'gameplay', Readonly<Record<string, string>>>> = {
  anchors: {
    nickname: 'presetEditor.nickname',
    username: 'presetEditor.username',
    avatar: 'presetEditor.picture',
    gift: 'presetEditor.gift',
    duration: 'presetEditor.duration',
  },
  gameplay: {
    name: 'presetEditor.gameplayName',
    effects: 'presetEditor.effects',
    gift: 'presetEditor.chosenGift',
    duration: 'presetEditor.runs',
  },
};

/** Returns the name of a field by its path ('anchors.2.nickname'). The label of an unknown field is null. */
export function fieldName(path: string): FieldName {
  const [first = '', second = '', third = ''] = path.split('.');
  if ((first === 'anchors' || first === 'gameplay') && /^\d+$/.test(second)) {
    const key = listed[first][third];
    return { list: first, place: Number(second) + 1, label: key === undefined ? null : { key } };
  }
  if (first === 'sound') return { list: null, place: 0, label: { key: 'sound.title' } };
  const key = own[path] ?? (first === 'score' ? own[`score.${second}`] : undefined);
  if (key !== undefined) return { list: null, place: 0, label: { key } };
  const rule = ruleSections
    .flatMap(({ fields }) => fields)
    .find(({ group, name }) => group === first && name === second);
  const label = rule === undefined ? null : { key: `presetEditor.rule.${rule.group}.${rule.name}` };
  return { list: null, place: 0, label };
}
