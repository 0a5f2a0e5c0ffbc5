import { InputText } from 'primereact/inputtext';
import { type ClipboardEvent, type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AnchorDraft, newAnchor } from '#renderer/data/presets/presetForm.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { accountKey } from '#shared/contract/anchors.ts';
import type { PresetDraft } from '#shared/contract/backstage.ts';
import { type Preset, presetLimits } from '#shared/contract/preset.ts';
import { sameName } from '#shared/game/presetRules.ts';
import { AnchorFields } from './AnchorFields.tsx';
import styles from './DraftList.module.css';
import { DraftList } from './DraftList.tsx';
import presetFieldsStyles from './PresetFields.module.css';
import type { PresetForm } from './usePresetDraft.ts';

export interface AnchorRowsProps {
  form: PresetForm;
  /** The stored presets. Their anchors are offered again. */
  others: readonly Preset[];
  usedBy: ReadonlyMap<number, string>;
}

interface News {
  before: PresetDraft['anchors'];
  count: number;
  left: number;
}

/** The anchors of the form. Names are typed one after the other with Enter, or pasted as a list. */
export function AnchorRows({ form, others, usedBy }: AnchorRowsProps) {
  const { t } = useTranslation();
  const { draft, change, problemAt } = form;
  const { anchors } = draft;
  const earlier = useMemo(() => others.toReversed().flatMap((preset) => preset.anchors), [others]);
  const [news, setNews] = useState<News | null>(null);
  // Accounts of added rows are looked up at once; those of a stored preset were looked up when it was made.
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const box = useRef<HTMLDivElement>(null);

  const add = (text: string): boolean => {
    const lines = anchorLines(text);
    if (lines.length === 0) return false;
    const result = addAnchors(anchors, lines, earlier, new Set(usedBy.keys()), () => crypto.randomUUID());
    change({ anchors: result.anchors });
    setFresh(new Set([...fresh, ...result.added.map(({ id }) => id)]));
    setNews({ before: anchors, count: result.added.length, left: result.left });
    return true;
  };
  const onPaste = (event: ClipboardEvent<HTMLElement>) => {
    const input = event.target;
    if (!(input instanceof HTMLElement) || input.closest('[data-field="nickname"]') === null) return;
    const text = event.clipboardData.getData('text');
    if (anchorLines(text).length < 2) return;
    event.preventDefault();
    add(text);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const input = event.target;
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
    if (!(input instanceof HTMLInputElement)) return;
    event.preventDefault();
    focusNext(box.current, input);
  };
  return (
    <div ref={box}>
      <DraftList
        className={draft.mode === 'freestyle' ? `${styles.anchor} ${styles.turn}` : styles.anchor}
        items={anchors}
        onRowKey={onKeyDown}
        onRowPaste={onPaste}
        nameOf={(anchor) => anchor.nickname}
        make={newAnchor}
        most={presetLimits.items}
        addLabel={t('presetEditor.addAnchor')}
        empty={t('presetEditor.noAnchors')}
        quickAdd={
          <QuickAdd
            earlier={earlier}
            anchors={anchors}
            add={add}
            full={anchors.length >= presetLimits.items}
          />
        }
        onChange={(next) => {
          setNews(null);
          change({ anchors: next });
        }}
        render={(anchor, place) => (
          <AnchorFields
            anchor={anchor}
            place={place}
            turns={draft.mode === 'freestyle'}
            looks={fresh.has(anchor.id)}
            usedBy={usedBy}
            problemAt={(field) => problemAt(`anchors.${place}.${field}`)}
            onChange={(next) =>
              change((now) => ({
                anchors: now.anchors.map((each) => (each.id === anchor.id ? next(each) : each)),
              }))
            }
          />
        )}
      />
      {news !== null && (
        <AddedLine
          {...news}
          onUndo={() => {
            change({ anchors: news.before });
            setNews(null);
          }}
        />
      )}
    </div>
  );
}

const NICKNAME = '[data-field="nickname"] input';
/** The name fields of all rows, and the field for further names. */
export const ANCHOR_NAMES = `${NICKNAME}, [data-quick-add]`;

/** Moves the focus from a text field of a row to the name in the next row, or to the field for further names. */
function focusNext(box: HTMLElement | null, from: HTMLInputElement): void {
  const names = [...(box?.querySelectorAll<HTMLInputElement>(ANCHOR_NAMES) ?? [])];
  const own = from.closest('li')?.querySelector<HTMLInputElement>(NICKNAME) ?? from;
  const next = names[names.indexOf(own) + 1];
  next?.focus();
  next?.select();
}

interface QuickAddProps {
  earlier: readonly AnchorDraft[];
  anchors: readonly AnchorDraft[];
  full: boolean;
  add(text: string): boolean;
}

/** A field that adds an anchor with Enter, and one for each line of a pasted list. Offers anchors of other presets. */
function QuickAdd({ earlier, anchors, full, add }: QuickAddProps) {
  const { t } = useTranslation();
  const id = useId();
  const [text, setText] = useState('');
  const offered = useMemo(() => {
    const present = new Set(anchors.map(({ nickname }) => nickname));
    return [...new Set(earlier.map(({ nickname }) => nickname))].filter((name) => !present.has(name));
  }, [earlier, anchors]);
  return (
    <div className={presetFieldsStyles.quickAdd}>
      <InputText
        data-quick-add
        value={text}
        disabled={full}
        maxLength={presetLimits.nickname + presetLimits.username + 3}
        placeholder={t('presetEditor.quickAdd')}
        aria-label={t('presetEditor.quickAdd')}
        aria-describedby={`${id}-hint`}
        autoComplete="off"
        spellCheck={false}
        list={`${id}-names`}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey)
            return;
          event.preventDefault();
          event.stopPropagation();
          if (add(text)) setText('');
        }}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text');
          // One name is edited in the field; several are added at once.
          if (anchorLines(pasted).length < 2) return;
          event.preventDefault();
          if (add(pasted)) setText('');
        }}
      />
      <Button
        small
        look="outlined"
        icon="arrow-down-left"
        label={t('presetEditor.quickAddDo')}
        disabled={text.trim() === '' || full}
        onClick={() => {
          if (add(text)) setText('');
        }}
      />
      <datalist id={`${id}-names`}>
        {offered.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <span id={`${id}-hint`} className={`${presetFieldsStyles.quickAddHint} muted small`}>
        {t('presetEditor.quickAddHint')}
      </span>
    </div>
  );
}

/** Says how many anchors the last entry added, with a button that takes them back. */
function AddedLine({ count, left, onUndo }: News & { onUndo(): void }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  return (
    <p className={`row ${styles.removed}`} role="status">
      <span>{t('presetEditor.anchorsAdded', { count, shown: number(count) })}</span>
      {left > 0 && (
        <span className="needed">
          {t('presetEditor.tooManyAnchors', { most: presetLimits.items, left: number(left) })}
        </span>
      )}
      {count > 0 && (
        <Button small look="text" icon="undo" label={t('presetEditor.restore')} onClick={onUndo} />
      )}
    </p>
  );
}

/** A typed or pasted anchor. */
interface AnchorLine {
  nickname: string;
  /** Without @; '' for none. */
  username: string;
}

/** A bullet or a number in front of a name in a pasted list. */
const MARK = /^(?:[-*•・●]\s*|\d{1,2}(?:[.)]\s+|[、．）]\s*))/u;
/** An account at the end of a line: `@mika_live`, or the address of its profile. */
const ACCOUNT = /(?:^|[\s,、，])(?:https?:\/\/\S*\/)?[@＠]([\w.]{1,64})(?:[/?]\S*)?$/u;
/** The second cell of a row that was copied from a spreadsheet. */
const CELL = /\t\s*([\w.]{2,64})$/u;

/** Parses typed or pasted text: one anchor a line, as `Mika`, `Mika @mika_live` or `@mika_live`. */
export function anchorLines(text: string): AnchorLine[] {
  return text.split(/\r\n|\r|\n/u).flatMap((whole) => {
    const line = whole.trim().replace(MARK, '');
    const account = ACCOUNT.exec(line) ?? CELL.exec(line);
    const username = account?.[1] ?? '';
    const name = line
      .slice(0, account?.index)
      .replace(/[\s,、，]+$/u, '')
      .replace(/\s+/gu, ' ');
    const nickname = (name || username).slice(0, presetLimits.nickname);
    return nickname === '' ? [] : [{ nickname, username }];
  });
}

interface AddedAnchors {
  anchors: AnchorDraft[];
  added: AnchorDraft[];
  /** The number of names that exceed the limit of a preset. */
  left: number;
}

/**
 * Adds anchors at the end of the list. Rows without any text are replaced, names that the list has already are skipped.
 * An anchor of an earlier preset keeps its account, its picture and, if it is free, its gift.
 */
export function addAnchors(
  list: readonly AnchorDraft[],
  lines: readonly AnchorLine[],
  earlier: readonly AnchorDraft[],
  usedGifts: ReadonlySet<number>,
  makeId: () => string,
): AddedAnchors {
  const anchors = list.filter(({ nickname, username, gift }) => nickname || username || gift !== null);
  const names = new Set(anchors.map(({ nickname }) => sameName(nickname)));
  const gifts = new Set(usedGifts);
  const added: AnchorDraft[] = [];
  let left = 0;
  for (const line of lines) {
    const known = earlier.find((anchor) => isSame(anchor, line));
    const nickname = known !== undefined && line.nickname === line.username ? known.nickname : line.nickname;
    if (names.has(sameName(nickname))) continue;
    if (anchors.length + added.length >= presetLimits.items) {
      left += 1;
      continue;
    }
    names.add(sameName(nickname));
    const gift = known?.gift?.ids.some((id) => gifts.has(id)) === false ? known.gift : null;
    for (const id of gift?.ids ?? []) gifts.add(id);
    const id = makeId();
    added.push({ ...newAnchor(id), username: line.username, ...known, id, nickname, gift });
  }
  return { anchors: [...anchors, ...added], added, left };
}

function isSame(anchor: AnchorDraft, { nickname, username }: AnchorLine): boolean {
  if (username !== '') return accountKey(anchor.username) === accountKey(username);
  return sameName(anchor.nickname) === sameName(nickname);
}
