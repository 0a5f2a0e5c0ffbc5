import type { PresetDraft } from '../contract/backstage.ts';
import type { ErrorCode, Problem } from '../contract/error.ts';
import type { GiftChoice, Preset } from '../contract/preset.ts';

/** `path` names the field as forms do: 'anchors.2.nickname'. */
export interface PresetProblem {
  path: string;
  problem: Problem;
}

/**
 * What keeps a preset from being saved, in the order of its form; empty when nothing does. Of two that are
 * alike the later one is told. `others` are the stored presets; the one of the same id is left out of them,
 * since a preset may keep its own name.
 */
export function presetProblems(preset: PresetDraft, others: readonly Preset[]): PresetProblem[] {
  const problems: PresetProblem[] = [];
  const tell = (path: string, code: ErrorCode) => problems.push({ path, problem: { code } });

  const name = sameName(preset.name);
  if (name === '') tell('name', 'preset.nameRequired');
  else if (others.some((other) => other.id !== preset.id && sameName(other.name) === name)) {
    tell('name', 'preset.nameTaken');
  }
  const gifts = new Set<number>();
  tellNames(preset.anchors, (anchor) => anchor.nickname, 'anchors', 'nickname', {
    missing: 'anchor.nicknameRequired',
    twice: 'anchor.duplicate',
  });
  tellGifts(preset.anchors, 'anchors');
  tellNames(preset.gameplay, (entry) => entry.name, 'gameplay', 'name', {
    missing: 'gameplay.nameRequired',
    twice: 'gameplay.duplicate',
  });
  tellGifts(preset.gameplay, 'gameplay');
  const { min, max } = preset.giftPrice;
  if (max !== null && max < min) tell('giftPrice.max', 'invalid');
  return problems;

  function tellNames<T>(
    list: readonly T[],
    nameOf: (item: T) => string,
    path: string,
    field: string,
    codes: { missing: ErrorCode; twice: ErrorCode },
  ): void {
    const met = new Set<string>();
    list.forEach((item, index) => {
      const own = sameName(nameOf(item));
      if (own === '') tell(`${path}.${index}.${field}`, codes.missing);
      else if (met.has(own)) tell(`${path}.${index}.${field}`, codes.twice);
      met.add(own);
    });
  }

  // One gift has several ids, and two choices that share a single one of them are the same gift.
  function tellGifts(list: readonly { gift: GiftChoice | null }[], path: string): void {
    list.forEach(({ gift }, index) => {
      const ids = gift?.ids ?? [];
      if (ids.some((id) => gifts.has(id))) tell(`${path}.${index}.gift`, 'gift.duplicate');
      for (const id of ids) gifts.add(id);
    });
  }
}

/** Names that look alike are alike: spaces around, letter case, and full or half width do not tell them apart. */
function sameName(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase();
}
