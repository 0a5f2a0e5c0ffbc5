import { accountKey } from '#shared/contract/anchors.ts';
import { presetLimits } from '#shared/contract/preset.ts';
import { sameName } from '#shared/game/presetRules.ts';
import { type AnchorDraft, newAnchor } from './presetForm.ts';

/** A typed or pasted anchor. */
export interface AnchorLine {
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

export interface AddedAnchors {
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
