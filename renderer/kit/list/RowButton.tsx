import type { Permission } from '#shared/contract/api/permissions.ts';
import { Button } from '../ui/Button.tsx';
import { Permit } from '../ui/Permit.tsx';

export interface RowButtonProps {
  permission: Permission;
  icon: string;
  label: string;
  danger?: boolean;
  disabled?: boolean;
  onClick(): void;
}

/** A small button of a row, which needs a permission. */
export function RowButton({
  permission,
  icon,
  label,
  danger = false,
  disabled = false,
  onClick,
}: RowButtonProps) {
  return (
    <Permit name={permission}>
      <Button
        small
        look="text"
        danger={danger}
        icon={icon}
        ariaLabel={label}
        disabled={disabled}
        onClick={onClick}
      />
    </Permit>
  );
}
