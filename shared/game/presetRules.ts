import { type PresetDraft, presetDraftSchema } from '../contract/backstage.ts';
import type { ErrorCode, Problem } from '../contract/error.ts';
import { durationSchema, type GiftChoice, type Preset } from '../contract/preset.ts';
import { type Limits, ruleLimits } from '../contract/rules.ts';

/** `path` is the path of the form field, such as 'anchors.2.nickname'. */
interface PresetProblem {
  path: string;
  problem: Problem;
}

/**
 * The problems that keep a preset from being saved, in the order of the form. Of two duplicates the later one gets the
 * problem. `others` are the stored presets; the preset itself, found by its id, is skipped.
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
  tellMissingGifts();
  const { min, max } = preset.giftPrice;
  if (max !== null && max < min) tell('giftPrice.max', 'gift.priceRange');
  if (preset.score.by === 'points' && Object.keys(preset.score.points).length === 0) {
    tell('score.points', 'gift.infoFirst');
  }
  for (const [path, seconds] of durationsOf(preset)) {
    if (!durationSchema.safeParse(seconds).success) tell(path, 'duration.range');
  }
  // Compare each level with the one above, and report only the first wrong one.
  const { level1, level2, level3 } = preset.effects;
  if (!isWhole(level1, ruleLimits.level1)) tell('effects.level1', 'effects.level1');
  else if (!isWhole(level2, { ...ruleLimits.level2, max: level1 - 1 }))
    tell('effects.level2', 'effects.level2');
  else if (!isWhole(level3, { ...ruleLimits.level3, max: level2 - 1 }))
    tell('effects.level3', 'effects.level3');
  for (const [path, problem] of outsideLimits(preset)) {
    const told = path.startsWith('effects.level') || problems.some((each) => each.path === path);
    if (!told) problems.push({ path, problem });
  }
  return problems;

  // A dance can be started only by its gift.
  function tellMissingGifts(): void {
    if (preset.mode !== 'sticker') return;
    preset.gameplay.forEach(({ gift }, index) => {
      if (gift === null) tell(`gameplay.${index}.gift`, 'gift.required');
    });
  }

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

  // A gift has several ids; two choices that share one id are the same gift.
  function tellGifts(list: readonly { gift: GiftChoice | null }[], path: string): void {
    list.forEach(({ gift }, index) => {
      const ids = gift?.ids ?? [];
      if (ids.some((id) => gifts.has(id))) tell(`${path}.${index}.gift`, 'gift.duplicate');
      for (const id of ids) gifts.add(id);
    });
  }
}

function durationsOf({ anchors, gameplay, round, resurrection, decrease, freestyle }: PresetDraft) {
  const durations: [path: string, seconds: number][] = [
    ...anchors.map(({ duration }, index): [string, number] => [`anchors.${index}.duration`, duration]),
    ...gameplay.map(({ duration }, index): [string, number] => [`gameplay.${index}.duration`, duration]),
    ['round.length', round.length],
    ['round.delay', round.delay],
    ['resurrection.length', resurrection.length],
    ['decrease.after', decrease.after],
    ['freestyle.length', freestyle.length],
  ];
  return durations;
}

/**
 * The numbers of a preset that are outside the limits of its schema, by the path of their field. Limits of numbers
 * that are stored in tenths are given in the unit that the host types.
 */
function outsideLimits(preset: PresetDraft): Map<string, Problem> {
  const found = new Map<string, Problem>();
  for (const issue of presetDraftSchema.safeParse(preset).error?.issues ?? []) {
    const path = issue.path.join('.');
    const scale = path.endsWith('Tenths') ? 10 : 1;
    if (issue.code === 'too_small' && issue.origin === 'number') {
      found.set(path, { code: 'number.least', params: { limit: Number(issue.minimum) / scale } });
    } else if (issue.code === 'too_big' && issue.origin === 'number') {
      found.set(path, { code: 'number.most', params: { limit: Number(issue.maximum) / scale } });
    } else if (issue.code === 'invalid_type' && (issue.expected === 'int' || issue.expected === 'number')) {
      found.set(path, { code: 'number.whole' });
    }
  }
  return found;
}

function isWhole(value: number, { min, max }: Limits): boolean {
  return Number.isInteger(value) && value >= min && value <= max;
}

/** Normalises a name for comparison: spaces around it, letter case and full or half width do not matter. */
export function sameName(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase();
}
