import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat, useWhen } from '#renderer/kit/i18n/useFormat.ts';
import { useProblemText } from '#renderer/kit/i18n/useText.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Checkbox } from '#renderer/kit/ui/Checkbox.tsx';
import { Modal } from '#renderer/kit/ui/Modal.tsx';
import {
  type DeviceItem,
  type DeviceKind,
  type DevicePreview,
  deviceStates,
  type KindPreview,
} from '#shared/contract/transfer.ts';
import styles from './transfer.module.css';

export interface ImportPreviewProps {
  preview: DevicePreview;
  /** What is shown while the import runs; null before. */
  progress: ReactNode;
  onImport(kinds: DeviceKind[]): void;
  onClose(): void;
}

const changes = ({ counts }: KindPreview): boolean => counts.new + counts.changed > 0;

/** Shows what an import would change, per kind. The host takes all of a kind or leaves it. */
export function ImportPreview({ preview, progress, onImport, onClose }: ImportPreviewProps) {
  const { t } = useTranslation();
  const when = useWhen();
  const possible = preview.kinds.filter((kind) => changes(kind) && kind.blocked === null);
  const [left, setLeft] = useState<ReadonlySet<DeviceKind>>(new Set());
  const chosen = possible.map(({ kind }) => kind).filter((kind) => !left.has(kind));
  const toggle = (kind: DeviceKind, on: boolean) =>
    setLeft((before) => new Set(on ? [...before].filter((each) => each !== kind) : [...before, kind]));
  const busy = progress !== null;
  return (
    <Modal
      wide
      title={t('transfer.preview')}
      onClose={onClose}
      footer={
        <div className="row row--end">
          <Button label={t('action.cancel')} look="outlined" disabled={busy} onClick={onClose} />
          <Button
            icon="check"
            label={t('transfer.importNow')}
            busy={busy}
            disabled={chosen.length === 0}
            autoFocus
            onClick={() => onImport(chosen)}
          />
        </div>
      }
    >
      <p className="muted">{t('transfer.madeAt', { when: when(preview.at) })}</p>
      {possible.length === 0 && <p role="status">{t('transfer.nothing')}</p>}
      <ul className={styles.kinds}>
        {preview.kinds.map((kind) => (
          <Kind
            key={kind.kind}
            preview={kind}
            checked={chosen.includes(kind.kind)}
            disabled={busy || !possible.includes(kind)}
            onChange={(on) => toggle(kind.kind, on)}
          />
        ))}
      </ul>
      {progress}
    </Modal>
  );
}

interface KindProps {
  preview: KindPreview;
  checked: boolean;
  disabled: boolean;
  onChange(on: boolean): void;
}

function Kind({ preview, checked, disabled, onChange }: KindProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const problemText = useProblemText();
  const id = useId();
  const { kind, counts, items, blocked } = preview;
  const shown = items.filter(({ state }) => state !== 'same');
  const total = counts.new + counts.changed + counts.kept;
  return (
    <li className={styles.kind}>
      <div className={styles.head}>
        <Checkbox
          id={id}
          checked={checked}
          disabled={disabled}
          describedBy={blocked === null ? undefined : `${id}why`}
          onChange={onChange}
        />
        <label htmlFor={id} className="strong">
          {t(`transfer.kind.${kind}`)}
        </label>
        <span className="muted small">
          {deviceStates
            .filter((state) => counts[state] > 0)
            .map((state) =>
              t(`transfer.count.${state}`, { count: counts[state], shown: number(counts[state]) }),
            )
            .join(' · ')}
        </span>
      </div>
      {blocked !== null && (
        <p id={`${id}why`} className={styles.why}>
          {problemText(blocked)}
        </p>
      )}
      {shown.length > 0 && (
        <details className={styles.items}>
          <summary>{t('transfer.details')}</summary>
          <ul>
            {shown.map((item) => (
              <li key={item.place}>
                <Item kind={kind} item={item} />
              </li>
            ))}
            {total > shown.length && (
              <li className="muted">{t('transfer.more', { shown: number(total - shown.length) })}</li>
            )}
          </ul>
        </details>
      )}
    </li>
  );
}

function Item({ kind, item }: { kind: DeviceKind; item: DeviceItem }) {
  const { t } = useTranslation();
  const when = useWhen();
  const fieldName = useFieldName();
  const { name, state, fields, at, until } = item;
  const title = () => {
    if (kind === 'payouts') {
      return at === null || until === null
        ? t('transfer.item.rules')
        : t('transfer.item.sheet', { from: when(at), until: when(until) });
    }
    if (kind === 'shows') return t('transfer.item.show', { name, when: when(at) });
    if (name === 'line1') return t('transfer.item.line1');
    if (name === 'line2') return t('transfer.item.line2');
    if (name === 'bothLines') return t('transfer.item.bothLines');
    return kind === 'settings' || kind === 'keys' ? t(`transfer.kind.${kind}`) : name;
  };
  const names = [...new Set(fields.map(fieldName))];
  return (
    <>
      <span className={styles.name}>{title()}</span>{' '}
      <span className="muted small">
        {t(`transfer.state.${state}`)}
        {names.length > 0 && `: ${names.join(t('transfer.comma'))}`}
      </span>
    </>
  );
}

/** Returns the host's word for a field that differs. */
function useFieldName(): (field: string) => string {
  const { t } = useTranslation();
  const words: Record<string, string> = {
    name: t('transfer.field.name'),
    mode: t('presetEditor.mode'),
    anchors: t('presetEditor.anchors'),
    gameplay: t('presetEditor.gameplay'),
    score: t('presetEditor.counting'),
    singleGiftBinding: t('presetEditor.single'),
    sound: t('sound.title'),
    round: t('presetEditor.section.rounds'),
    battle: t('presetEditor.section.battle'),
    resurrection: t('presetEditor.section.resurrection'),
    decrease: t('presetEditor.section.decrease'),
    effects: t('presetEditor.section.effects'),
    sticker: t('presetEditor.section.sticker'),
    freestyle: t('presetEditor.section.freestyle'),
    options: t('transfer.field.options'),
    language: t('setting.language'),
    theme: t('setting.theme'),
    dark: t('setting.brightness'),
    primary: t('setting.primary'),
    surface: t('setting.surface'),
    simpleMenu: t('setting.simpleMenu'),
    menuColour: t('setting.menu'),
    reportZone: t('season.zone'),
    keys: t('transfer.field.keys'),
    globalKeys: t('transfer.field.globalKeys'),
    kind: t('transfer.field.kind'),
    webUrl: t('transfer.field.address'),
    wsUrl: t('transfer.field.address'),
    signUrl: t('transfer.field.address'),
    relayUrl: t('transfer.field.address'),
  };
  return (field) => words[field] ?? t('transfer.field.other');
}
