import type { Permission } from '#shared/contract/api/permissions.ts';
import { Button } from '../ui/Button.tsx';
import { Permit } from '../ui/Permit.tsx';

export interface ToolButtonProps {
  permission: Permission;
  icon: string;
  label: string;
  danger?: boolean;
  outlined?: boolean;
  disabled?: boolean;
  busy?: boolean;
  onClick(): void;
}

/** A button for a list as a whole or for its chosen rows, which needs a permission. */
export function ToolButton(props: ToolButtonProps) {
  return (
    <Permit name={props.permission}>
      <Button
        small
        look={props.outlined === true ? 'outlined' : 'filled'}
        danger={props.danger ?? false}
        icon={props.icon}
        label={props.label}
        disabled={props.disabled ?? false}
        busy={props.busy ?? false}
        onClick={props.onClick}
      />
    </Permit>
  );
}
