import { useText } from '#renderer/kit/i18n/useText.ts';
import type { MenuNode } from '#shared/contract/api/menu.ts';
import { stateOf } from './treeChoice.ts';

export interface MenuTreeProps {
  nodes: readonly MenuNode[];
  chosen: ReadonlySet<number>;
  disabled: boolean;
  onSwitch(node: MenuNode, on: boolean): void;
}

/** Screens and permissions with a tick each; one that is chosen in part shows it. */
export function MenuTree({ nodes, chosen, disabled, onSwitch }: MenuTreeProps) {
  const text = useText();
  return (
    <ul className="tree">
      {nodes.map((node) => {
        const state = stateOf(node, chosen);
        return (
          <li key={node.id}>
            <label className="checks__one">
              <input
                type="checkbox"
                disabled={disabled}
                checked={state === 'all'}
                ref={(box) => {
                  if (box !== null) box.indeterminate = state === 'some';
                }}
                onChange={() => onSwitch(node, state !== 'all')}
              />
              <span>
                {text({ key: node.title })} <span className="muted small">{node.name}</span>
              </span>
            </label>
            {node.children.length > 0 && (
              <MenuTree nodes={node.children} chosen={chosen} disabled={disabled} onSwitch={onSwitch} />
            )}
          </li>
        );
      })}
    </ul>
  );
}
