import type pg from 'pg';

/** More texts than the server has by far; a statement stays in memory as long as the session. */
const MAX_STATEMENTS = 500;
const PLANNED = /^\s*(?:select|insert|update|delete|with)\b/i;

/**
 * Has a client plan each text once and not each time: planning is half of what a small query costs the embedded
 * database, which has one session that lasts. (A real server may stand behind a pooler, where the next query can
 * meet another session that has not planned it.)
 */
export function prepareByText(client: pg.ClientBase): void {
  const ask = client.query;
  const names = new Map<string, string>();
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined || names.size >= MAX_STATEMENTS) return known;
    const name = `text${names.size}`;
    names.set(text, name);
    return name;
  };
  const query = (asked: unknown, ...rest: unknown[]) => {
    const isPlannable = hasText(asked) && asked.name === undefined && Array.isArray(rest[0]);
    const config = isPlannable && PLANNED.test(asked.text) ? { ...asked, name: nameOf(asked.text) } : asked;
    return Reflect.apply(ask, client, [config, ...rest]);
  };
  Object.assign(client, { query });
}

function hasText(asked: unknown): asked is { text: string; name?: string } {
  return typeof asked === 'object' && asked !== null && 'text' in asked && typeof asked.text === 'string';
}
