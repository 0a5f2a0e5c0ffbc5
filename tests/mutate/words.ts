import type { PlannedMutant } from './plan.ts';

export const say = (line: string): void => void process.stdout.write(`${line}\n`);

export function percent(part: number, whole: number): string {
  return whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`;
}

/** Names a mutation: `path:line: was -> becomes`, both shortened. */
export function named({ path, line, was, becomes }: PlannedMutant, note = ''): string {
  return `${path}:${line}${note}: ${short(was)} -> ${short(becomes)}`;
}

function short(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 70 ? `${line.slice(0, 67)}...` : line;
}
