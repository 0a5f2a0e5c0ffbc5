import { lineOf, parseSource, part, type SyntaxNode, walk } from './syntax.ts';

/** A mutation: replaces the text from `start` to `end`. */
interface Mutant {
  id: number;
  path: string;
  line: number;
  start: number;
  end: number;
  was: string;
  becomes: string;
  /** True for code that runs when its module loads, so every test that loads the module may detect it. */
  atLoad: boolean;
}

type Break = Pick<Mutant, 'start' | 'end' | 'becomes'>;

const binary: Readonly<Record<string, readonly string[]>> = {
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '**': ['*'],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '==': ['!='],
  '!=': ['=='],
  '&': ['|'],
  '|': ['&'],
  '^': ['&'],
  '<<': ['>>'],
  '>>': ['<<'],
  '>>>': ['<<'],
};
const logical: Readonly<Record<string, string>> = { '&&': '||', '||': '&&', '??': '&&' };
const assigning: Readonly<Record<string, string>> = {
  '+=': '-=',
  '-=': '+=',
  '*=': '/=',
  '/=': '*=',
  '%=': '*=',
  '|=': '&=',
  '&=': '|=',
  '<<=': '>>=',
  '>>=': '<<=',
  '??=': '&&=',
  '||=': '&&=',
  '&&=': '||=',
};
const methods: Readonly<Record<string, string>> = {
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
  round: 'floor',
  some: 'every',
  every: 'some',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  toLowerCase: 'toUpperCase',
  toUpperCase: 'toLowerCase',
  push: 'unshift',
};
/** Calls that a mutation replaces by the object that they are called on. */
const dropped = new Set(['filter', 'slice', 'sort', 'toSorted', 'reverse', 'trim', 'replace']);

const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

/** Returns all mutants of a file in the order of its text. */
export function mutantsOf(path: string, source: string): Omit<Mutant, 'id'>[] {
  const found: Omit<Mutant, 'id'>[] = [];
  walk(parseSource(path, source), (node, around) => {
    const atLoad = !around.some(({ type }) => functions.has(type));
    for (const each of breaksOf(node, around.at(-1) ?? null, source)) {
      const { start, end } = each;
      found.push({ path, line: lineOf(source, start), was: source.slice(start, end), atLoad, ...each });
    }
  });
  return found.sort((a, b) => a.start - b.start || a.end - b.end);
}

function breaksOf(node: SyntaxNode, parent: SyntaxNode | null, source: string): Break[] {
  const replace = (becomes: string, by: SyntaxNode = node): Break => ({
    start: by.start,
    end: by.end,
    becomes,
  });
  const operator = typeof node.operator === 'string' ? node.operator : '';
  const left = part(node, 'left');
  const right = part(node, 'right');
  const between = (next: string): Break[] => {
    if (left === null || right === null) return [];
    const start = source.indexOf(operator, left.end);
    return [{ start, end: start + operator.length, becomes: next }];
  };
  switch (node.type) {
    case 'BinaryExpression':
      return (binary[operator] ?? []).flatMap(between);
    case 'LogicalExpression':
      // Mixing ?? with && or || is a syntax error without brackets.
      return left === null || right === null || logical[operator] === undefined
        ? []
        : [replace(`((${text(source, left)}) ${logical[operator]} (${text(source, right)}))`)];
    case 'AssignmentExpression':
      return assigning[operator] === undefined ? [] : between(assigning[operator]);
    case 'UpdateExpression':
      return [replace(text(source, node).replace(operator, operator === '++' ? '--' : '++'))];
    case 'UnaryExpression': {
      const argument = part(node, 'argument');
      if (argument === null) return [];
      return operator === '!' || operator === '-' ? [replace(`(${text(source, argument)})`)] : [];
    }
    case 'IfStatement':
    case 'ConditionalExpression': {
      const test = part(node, 'test');
      return test === null ? [] : [replace('(true)', test), replace('(false)', test)];
    }
    case 'WhileStatement':
    case 'ForStatement': {
      const test = part(node, 'test');
      return test === null ? [] : [replace('(false)', test)];
    }
    case 'Literal':
      return literalBreaks(node, parent).map((becomes) => replace(becomes));
    case 'TemplateLiteral':
      return text(source, node) === '``' ? [] : [replace('``')];
    case 'ArrayExpression':
      return Array.isArray(node.elements) && node.elements.length > 0 ? [replace('[]')] : [];
    case 'BlockStatement':
      return emptied(node, parent) ? [replace('{}')] : [];
    case 'ArrowFunctionExpression': {
      const body = part(node, 'body');
      if (body === null || body.type === 'BlockStatement' || text(source, body) === 'undefined') return [];
      return [replace('undefined', body)];
    }
    case 'ExpressionStatement':
      return [replace(';')];
    case 'CallExpression':
      return callBreaks(node, source);
    default:
      return [];
  }
}

/** Attributes of elements that only change their looks, which are judged on screenshots. */
const LOOKS = new Set(['className', 'icon', 'panelClassName']);

function attributeOf(node: SyntaxNode): string {
  const name = part(node, 'name');
  return typeof name?.name === 'string' ? name.name : '';
}

/** Words that are compared with a closed set are left alone: the types would refuse any other. */
function literalBreaks(node: SyntaxNode, parent: SyntaxNode | null): string[] {
  const { value } = node;
  if (typeof value === 'boolean') return [String(!value)];
  if (typeof value !== 'string') return [];
  if (parent?.type === 'SwitchCase') return [];
  if (parent?.type === 'BinaryExpression') return [];
  if (parent?.type === 'JSXAttribute' && LOOKS.has(attributeOf(parent))) return [];
  return [value === '' ? "'broken'" : "''"];
}

/** A block that does something; that of an `if` is left out, because its condition is broken already. */
function emptied(node: SyntaxNode, parent: SyntaxNode | null): boolean {
  if (!Array.isArray(node.body) || node.body.length === 0 || parent === null) return false;
  return !(parent.type === 'IfStatement' && parent.consequent === node);
}

function callBreaks(node: SyntaxNode, source: string): Break[] {
  const callee = part(node, 'callee');
  const object = callee === null ? null : part(callee, 'object');
  const property = callee === null ? null : part(callee, 'property');
  if (callee?.type !== 'MemberExpression' || object === null || property === null) return [];
  const name = text(source, property);
  const swapped = methods[name];
  if (swapped !== undefined) return [{ start: property.start, end: property.end, becomes: swapped }];
  return dropped.has(name) ? [{ start: object.end, end: node.end, becomes: '' }] : [];
}

function text(source: string, node: SyntaxNode): string {
  return source.slice(node.start, node.end);
}
