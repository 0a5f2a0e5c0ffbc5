import { useTranslation } from 'react-i18next';
import type { Permission } from '#shared/contract/api/permissions.ts';
import { Button } from '../ui/Button.tsx';
import { Permit } from '../ui/Permit.tsx';
import type { Status } from './StatusTag.tsx';
import type { List } from './useList.ts';
import type { RowCalls } from './useRowCalls.ts';

export interface RowButtonProps {
  permission: Permission;
  icon: string;
  label: string;
  danger?: boolean;
  disabled?: boolean;
  onClick(): void;
}

/** A small icon button of one row. Hidden without the permission. */
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

interface RowActionProps {
  permission: Permission;
  disabled?: boolean;
}

/** Opens the form of a row. */
export function EditButton({ onClick, ...common }: RowActionProps & { onClick(): void }) {
  const { t } = useTranslation();
  return <RowButton {...common} icon="pencil" label={t('admin.edit')} onClick={onClick} />;
}

/** The status button's icon and label by the row's current status. */
const statusActions = {
  enabled: { icon: 'ban', label: 'admin.disable' },
  disabled: { icon: 'check', label: 'admin.enable' },
  draft: { icon: 'send', label: 'admin.publish' },
  published: { icon: 'undo', label: 'admin.takeBack' },
} as const;

/** Toggles a row's status: enables or disables it, publishes it or makes it a draft again. */
export function StatusButton({
  row,
  calls,
  disabled = false,
  permission,
}: RowActionProps & { row: { id: number; status: Status }; calls: RowCalls }) {
  const { t } = useTranslation();
  const { icon, label } = statusActions[row.status];
  return (
    <RowButton
      permission={permission}
      icon={icon}
      label={t(label)}
      disabled={calls.busy || disabled}
      onClick={() => void calls.toggle(row.id)}
    />
  );
}

/** Deletes a row after a confirmation. */
export function DeleteButton({
  id,
  name,
  calls,
  disabled = false,
  permission,
}: RowActionProps & { id: number; name: string; calls: RowCalls }) {
  const { t } = useTranslation();
  return (
    <RowButton
      permission={permission}
      icon="trash"
      danger
      label={t('admin.delete')}
      disabled={calls.busy || disabled}
      onClick={() => void calls.remove(id, name)}
    />
  );
}

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

/** A button for the whole list or for its selected rows. Hidden without the permission. */
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

export interface BatchDeleteProps<R> {
  list: List<R>;
  calls: RowCalls;
  permission: Permission;
}

/** Deletes the selected rows after a confirmation. */
export function BatchDelete<R>({ list, calls, permission }: BatchDeleteProps<R>) {
  const { t } = useTranslation();
  return (
    <ToolButton
      permission={permission}
      icon="trash"
      label={t('admin.deleteSelected')}
      danger
      outlined
      disabled={list.selected.size === 0}
      busy={calls.busy}
      onClick={() => void calls.removeAll([...list.selected])}
    />
  );
}
