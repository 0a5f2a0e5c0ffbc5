type Node = string | Node[] | { [key: string]: Node };

interface Line {
  indent: number;
  text: string;
}

/**
 * Reads the plain part of YAML that our own files keep to: maps and lists by indentation, one value a line, in double
 * quotes or without. Anything else throws.
 */
export function parsePlainYaml(source: string): Node {
  const lines = source.split('\n').flatMap((text): Line[] => {
    if (/^\s*(?:#|$)/.test(text)) return [];
    if (text.includes('\t')) throw new Error(`a tab: ${text}`);
    return [{ indent: text.length - text.trimStart().length, text: text.trim() }];
  });
  const [node, rest] = block(lines, 0);
  if (rest.length > 0) throw new Error(`not understood: ${rest[0]?.text}`);
  return node;
}

function block(lines: Line[], indent: number): [Node, Line[]] {
  return lines[0]?.text.startsWith('- ') ? list(lines, indent) : map(lines, indent);
}

function list(lines: Line[], indent: number): [Node[], Line[]] {
  const items: Node[] = [];
  let rest = lines;
  for (let line = rest[0]; line?.indent === indent && line.text.startsWith('- '); line = rest[0]) {
    items.push(scalar(line.text.slice(2)));
    rest = rest.slice(1);
  }
  return [items, rest];
}

function map(lines: Line[], indent: number): [{ [key: string]: Node }, Line[]] {
  const entries: { [key: string]: Node } = {};
  let rest = lines;
  for (let line = rest[0]; line?.indent === indent; line = rest[0]) {
    const [, key, value = ''] = /^([\w.-]+):(?: (.+))?$/.exec(line.text) ?? [];
    if (key === undefined || key in entries) throw new Error(`not understood: ${line.text}`);
    rest = rest.slice(1);
    const next = rest[0];
    if (value !== '') {
      entries[key] = scalar(value);
    } else if (next !== undefined && next.indent > indent) {
      [entries[key], rest] = block(rest, next.indent);
    } else {
      throw new Error(`nothing under ${key}`);
    }
  }
  return [entries, rest];
}

function scalar(text: string): Node {
  if (text === '{}') return {};
  const quoted = /^"([^"\\]*)"$/.exec(text);
  if (quoted !== null) return quoted[1] ?? '';
  if (/[[\]{}"'#&*!|>%@`]/.test(text)) throw new Error(`not plain: ${text}`);
  return text;
}
