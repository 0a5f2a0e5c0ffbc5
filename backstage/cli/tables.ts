import type { RecordingCount } from '../recording/count.ts';
import type { GameCount, Sums, TargetCount } from '../recording/countGame.ts';

/** Formats a count without a preset as text. */
export function giftTable(count: RecordingCount): string {
  const lines = count.bySenderAndGift.map((line) => [
    line.userId,
    String(line.giftId),
    line.name,
    String(line.count),
    String(line.diamonds),
  ]);
  const table = columns(['sender', 'gift', 'name', 'count', 'diamonds'], lines, [1, 3, 4]);
  const sums = `${count.messages} gift messages, ${count.gifts} gifts, ${count.diamonds} diamonds`;
  return `${[...table, '', sums].join('\n')}\n`;
}

/** Formats a count with a preset as text. */
export function gameTables(count: GameCount): string {
  const names = new Map(count.votes.map((each) => [each.target.replace(/^anchor:/, ''), nameOf(each)]));
  const anchor = (id: string) => names.get(id) ?? id;
  const votes = columns(
    ['for', 'votes', 'gifts', 'diamonds', 'why'],
    [...count.votes, count.unallocated, count.notCounted].map((each) => [
      nameOf(each),
      votesOf(each),
      String(each.gifts),
      String(each.diamonds),
      whyOf(each),
    ]),
    [1, 2, 3],
  );
  const rounds = columns(
    ['round', 'kind', 'outcome', 'attacker', 'defender', 'unallocated', 'shares'],
    count.rounds.map(({ number, kind, phase, settlement, counts }) => [
      String(number),
      kind,
      settlement?.outcome ?? phase,
      tenths(settlement?.attackerTenths ?? counts.attacker.votesTenths),
      tenths(settlement?.defenderTenths ?? counts.defender.votesTenths),
      tenths(counts.unallocated.votesTenths),
      settlement?.shares
        .map((share) => `${anchor(share.anchorId)} ${tenths(share.votesTenths)}`)
        .join(', ') ?? '',
    ]),
    [0, 3, 4, 5],
  );
  const bindings = columns(
    ['viewer', 'name', 'bound to', 'how'],
    count.bindings.map(({ viewerId, name, anchorId, how, pinned }) => [
      viewerId,
      name,
      anchor(anchorId),
      pinned ? `${how}, pinned` : how,
    ]),
    [],
  );
  const refused = count.refused.map(({ seq, command, code }) => `input ${seq}: ${command} (${code})`);
  const { all, givers, gaps, corrections } = count;
  return `${[
    `Preset: ${count.preset}`,
    '',
    ...votes,
    ...section('Rounds', count.rounds.length, rounds),
    ...section('Bindings', count.bindings.length, bindings),
    ...section('Commands that these rules do not allow', refused.length, refused),
    '',
    `${votesOf(all)} votes of ${all.gifts} gifts by ${givers} viewers, ${all.diamonds} diamonds; ${gaps} gaps, ${corrections} corrections`,
  ].join('\n')}\n`;
}

function section(title: string, size: number, lines: string[]): string[] {
  return size === 0 ? [] : ['', title, ...lines];
}

function nameOf({ target, name }: TargetCount): string {
  if (target === 'uncounted') return 'not counted';
  return name === '' ? target.replace(/^anchor:/, '') : name;
}

function whyOf({ reasons }: TargetCount): string {
  return Object.entries(reasons)
    .map(([reason, sums]) => `${reason} ${votesOf(sums)}`)
    .join(', ');
}

function votesOf({ votesTenths }: Sums): string {
  return tenths(votesTenths);
}

/** Formats tenths without rounding: 45 tenths are 4.5. */
function tenths(value: number): string {
  return value % 10 === 0 ? String(value / 10) : (value / 10).toFixed(1);
}

/** Formats a table with a header. The columns in `numbers` are aligned to the right. */
function columns(header: string[], lines: string[][], numbers: number[]): string[] {
  const widths = header.map((title, column) =>
    Math.max(title.length, ...lines.map((line) => line[column]?.length ?? 0)),
  );
  return [header, ...lines].map((cells) =>
    cells
      .map((cell, column) =>
        numbers.includes(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
}
