import { useText } from '#renderer/kit/i18n/useText.ts';
import { CheckLine } from '#renderer/kit/ui/Checkbox.tsx';
import type { MenuNode } from '#shared/contract/api/menu.ts';
import { stateOf } from './treeChoice.ts';

export interface MenuTreeProps {
  nodes: readonly MenuNode[];
  chosen: ReadonlySet<number>;
  disabled: boolean;
  onSwitch(node: MenuNode, on: boolean): void;
}

/** A checkbox for each screen and permission. A partly selected node shows the mixed state. */
export function MenuTree({ nodes, chosen, disabled, onSwitch }: MenuTreeProps) {
  const text = useText();
  return (
    <ul className="tree">
      {nodes.map((node) => {
        const state = stateOf(node, chosen);
        return (
          <li key={node.id}>
            <CheckLine
              disabled={disabled}
              checked={state === 'all'}
              mixed={state === 'some'}
              onChange={() => onSwitch(node, state !== 'all')}
            >
              {text({ key: node.title })} <span className="muted small">{node.name}</span>
            </CheckLine>
            {node.children.length > 0 && (
              <MenuTree nodes={node.children} chosen={chosen} disabled={disabled} onSwitch={onSwitch} />
            )}
          </li>
        );
      })}
    </ul>
  );
}
