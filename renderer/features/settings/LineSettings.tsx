import { useCallback, useEffect, useState } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useRingside, useVanillaStore } from '#renderer/data/hooks.ts';
import { useLine } from '#renderer/data/show/openRoom.ts';
import { FormGroup, useGroup } from '#renderer/kit/form/FormGroup.tsx';
import { CheckField, PasswordField, SelectField, TextField } from '#renderer/kit/form/fields.tsx';
import { sentences } from '#renderer/kit/i18n/sentences.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Segments } from '#renderer/kit/ui/Choices.tsx';
import { AdvancedSettings, SettingRow } from '#renderer/kit/ui/Settings.tsx';
import { Switch } from '#renderer/kit/ui/Switch.tsx';
import { type LineId, lineKinds, lineSchema, type ShownLine } from '#shared/contract/connection.ts';
import styles from './lines.module.css';
import {
  type Address,
  addressesOf,
  isAddress,
  isSetOf,
  type LineValues,
  lineValues,
  removalOf,
  type Secret,
  secretOf,
  typedLines,
} from './lineValues.ts';

/** Selects the line; the advanced part edits the lines' addresses. */
export function LineSettings() {
  const { t } = useTranslation();
  const ringside = useRingside();
  const lines = useVanillaStore(ringside.lines, (state) => state.lines);
  const [lineId, choose] = useLine();

  return (
    <>
      <SettingRow label={t('line.label')} hint={t('line.hint')}>
        <Segments<LineId>
          label={t('line.label')}
          value={lineId}
          options={[
            { value: 'line1', label: t('line.line1') },
            { value: 'line2', label: t('line.line2') },
          ]}
          onChange={choose}
        />
      </SettingRow>
      <BothLines />
      <PlatformSignOut />
      <AdvancedSettings title={t('line.advanced')}>
        <p className="muted small">{t('line.advancedHint')}</p>
        {lines === null && <p className="muted">{t('line.waiting')}</p>}
        {lines !== null && <LineForms lines={lines} />}
      </AdvancedSettings>
    </>
  );
}

/** Deletes the platform's cookies of the room pages. Hidden where nobody can sign in on a page. */
function PlatformSignOut() {
  const { t } = useTranslation();
  const ringside = useRingside();
  const hasWindows = useVanillaStore(ringside.lines, (state) => state.pageWindows);
  const [busy, setBusy] = useState(false);
  if (!hasWindows) return null;
  const signOut = async () => {
    setBusy(true);
    const answer = await ringside.attempt('pages.signOut', {});
    setBusy(false);
    if (answer !== null)
      ringside.toasts.getState().add({ severity: 'success', summary: { key: 'line.signedOut' } });
  };
  return (
    <SettingRow label={t('line.platform')} hint={t('line.platformHint')}>
      <Button
        look="outlined"
        icon="sign-out"
        label={t('line.signOut')}
        busy={busy}
        onClick={() => void signOut()}
      />
    </SettingRow>
  );
}

/** Switches whether both lines receive the room at once. */
function BothLines() {
  const { t } = useTranslation();
  const ringside = useRingside();
  const lines = useVanillaStore(ringside.lines, (state) => state.lines);
  const both = useVanillaStore(ringside.lines, (state) => state.bothLines);
  return (
    <SettingRow label={t('line.both')} hint={t('line.bothHint')}>
      <Switch
        label={t('line.bothOn')}
        checked={both}
        disabled={lines === null}
        onChange={(bothLines) => {
          if (lines !== null) void ringside.attempt('lines.save', { lines, bothLines });
        }}
      />
    </SettingRow>
  );
}

const needed: readonly Address[] = ['webUrl', 'wsUrl'];

/** The form fields of one line: its kind, and the addresses and the secret of that kind. */
function LineForm({ line }: { line: ShownLine }) {
  const { id } = line;
  const { t } = useTranslation();
  const { methods } = useGroup();
  const page = useVanillaStore(useRingside().lines, (state) => state.page);
  const kind = lineSchema.shape.kind.parse(useWatch({ control: methods.control, name: `${id}.kind` }));
  const secret = secretOf[kind];
  // Two automatic lines would use the same way.
  const kinds = lineKinds.filter((value) => value !== 'auto' || id === 'line1' || kind === 'auto');
  const kindHelp = sentences(
    kind === 'auto' && t('line.autoHint'),
    (kind === 'page' || page === 'noBrowser') && t(`line.page.${page}`),
  );
  return (
    <fieldset className={styles.line}>
      <legend>{t(`line.${id}`)}</legend>
      <SelectField
        name={`${id}.kind`}
        label={t('line.kind')}
        kind="select"
        help={kindHelp === '' ? false : kindHelp}
        options={kinds.map((value) => ({
          value,
          label: t(`line.kind.${value}`),
          disabled: value === 'page' && page !== 'ready' && kind !== 'page',
        }))}
      />
      {addressesOf[kind].map((name) => (
        <TextField
          key={name}
          name={`${id}.${name}`}
          label={t(`line.${name}`)}
          required={needed.includes(name)}
          emptyText={{ key: 'line.addressProblem' }}
          validate={(value) => (isAddress(name, value) ? null : t('line.addressProblem'))}
          type="url"
        />
      ))}
      {secret !== null && <SecretFields line={line} name={secret} />}
    </fieldset>
  );
}

/** The field of a line's secret. A saved secret is not shown; it can be replaced or removed. */
function SecretFields({ line, name }: { line: ShownLine; name: Secret }) {
  const { t } = useTranslation();
  const onDesktop = useRingside().platform.kind === 'desktop';
  const isSet = line[isSetOf[name]];
  const hint = name === 'relayToken' && t(onDesktop ? 'line.relayTokenHint' : 'line.relayTokenHintWeb');
  return (
    <>
      <PasswordField
        name={`${line.id}.${name}`}
        label={t(`line.${name}`)}
        validate={(value) =>
          lineSchema.shape[name].safeParse(value).success ? null : t('line.secretProblem')
        }
        help={isSet ? t('line.secretKept') : hint}
        placeholder={isSet ? t('line.secretSet') : undefined}
      />
      {isSet && (
        <CheckField
          name={`${line.id}.${removalOf[name]}`}
          label={t('line.secretRemove')}
          text={t('line.secretRemoveText')}
        />
      )}
    </>
  );
}

/** The form of both lines, saved together. `lines` are the lines in force. */
function LineForms({ lines }: { lines: ShownLine[] }) {
  const { attempt, toasts } = useRingside();
  // The lines when editing began, so that a save does not overwrite another operator's changes.
  const [base, setBase] = useState<ShownLine[] | null>(null);
  const begun = base ?? lines;
  // Resets the form after each save: a replaced secret changes no shown value, so the form would keep it as an edit.
  const [saves, setSaves] = useState(0);
  const onEdit = useCallback((editing: boolean) => setBase(editing ? begun : null), [begun]);
  const save = async (values: LineValues) => {
    const answer = await attempt('lines.save', { lines: typedLines(begun, values), base: begun });
    if (answer === null) return;
    setBase(null);
    setSaves((before) => before + 1);
    toasts.getState().add({ severity: 'success', summary: { key: 'message.saved' } });
  };
  return (
    <FormGroup
      key={`${saves} ${JSON.stringify(begun)}`}
      name="lines"
      values={lineValues(begun)}
      onSubmit={save}
    >
      <div className={styles.lines}>
        {begun.map((line) => (
          <LineForm key={line.id} line={line} />
        ))}
      </div>
      <SaveRow onEdit={onEdit} />
    </FormGroup>
  );
}

/** Save and Discard buttons; hidden while nothing is changed. */
function SaveRow({ onEdit }: { onEdit(editing: boolean): void }) {
  const { t } = useTranslation();
  const { methods, disabled } = useGroup();
  const { isDirty } = useFormState({ control: methods.control });
  useEffect(() => onEdit(isDirty), [onEdit, isDirty]);
  if (!isDirty) return null;
  return (
    <div className="row">
      <Button type="submit" label={t('action.save')} icon="check" busy={disabled} />
      <Button label={t('action.discard')} look="outlined" onClick={() => methods.reset()} />
    </div>
  );
}
