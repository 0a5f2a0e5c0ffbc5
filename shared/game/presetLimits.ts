import { type PresetDraft, presetDraftSchema } from '../contract/backstage.ts';
import type { Problem } from '../contract/error.ts';

/**
 * The numbers of a preset that are outside the limits that its schema sets, by the paths of their fields. Numbers
 * that are stored in tenths are told as they are typed.
 */
export function outsideLimits(preset: PresetDraft): Map<string, Problem> {
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
