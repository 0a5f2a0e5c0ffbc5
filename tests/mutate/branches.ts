import { type Ran, timesRun } from './covered.ts';
import { lineOf, parseSource, part, type SyntaxNode, walk } from './syntax.ts';

/** A branch of the code: an arm of a condition, a case or a function body. */
interface Branch {
  line: number;
  what: string;
  /** Whether any test ran it. */
  taken: boolean;
}

const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

/**
 * Lists the branches of a file: functions, both arms of each condition (a missing `else` too), right operands of
 * logical operators, and cases.
 */
export function branchesOf(path: string, source: string, ran: readonly Ran[]): Branch[] {
  const found: Branch[] = [];
  const times = (node: SyntaxNode): number => timesRun(ran, node.start);
  const add = (node: SyntaxNode, what: string, taken: boolean): void => {
    found.push({ line: lineOf(source, node.start), what, taken });
  };
  walk(parseSource(path, source), (node) => {
    if (functions.has(node.type)) {
      const body = part(node, 'body');
      if (body !== null) add(node, 'function', times(body) > 0);
      return;
    }
    const [yes, no] = [part(node, 'consequent'), part(node, 'alternate')];
    switch (node.type) {
      case 'IfStatement':
        if (yes === null) break;
        add(yes, 'then', times(yes) > 0);
        if (no !== null) add(no, 'else', times(no) > 0);
        else add(node, 'not', times(node) > times(yes));
        break;
      case 'ConditionalExpression':
        if (yes !== null) add(yes, 'then', times(yes) > 0);
        if (no !== null) add(no, 'else', times(no) > 0);
        break;
      case 'LogicalExpression': {
        const right = part(node, 'right');
        if (right !== null) add(right, String(node.operator), times(right) > 0);
        break;
      }
      case 'SwitchCase': {
        const [first] = Array.isArray(node.consequent) ? node.consequent : [];
        if (first !== undefined) add(node, 'case', times(first) > 0);
        break;
      }
    }
  });
  return found;
}
