import { useIsMutating } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { usePage, useSession } from '#renderer/data/hooks.ts';
import { useApiMutation } from '#renderer/data/queries/apiQueries.ts';
import type { ApiCall, Permission } from '#shared/contract/api/call.ts';
import type { idParams, idsParams } from '#shared/contract/api/fields.ts';
import { Button } from '../ui/Button.tsx';
import type { Status } from './columns.tsx';
import styles from './listButtons.module.css';

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

type IdCall = ApiCall<typeof idParams, z.ZodType, z.ZodObject, z.ZodType>;
type IdsCall = ApiCall<typeof idsParams, z.ZodType, z.ZodObject, z.ZodType>;

/** The calls of the buttons of a list with records. */
export interface RecordCalls {
  updateStatus: IdCall;
  remove: IdCall;
  removeBatch: IdsCall;
}

/** Toggles a row's status: enables or disables it, publishes it or makes it a draft again. */
export function StatusButton({
  row,
  calls,
  disabled = false,
  permission,
}: RowActionProps & { row: { id: number; status: Status }; calls: Pick<RecordCalls, 'updateStatus'> }) {
  const { t } = useTranslation();
  const { mutate: toggle } = useApiMutation(calls.updateStatus);
  const busy = useIsMutating() > 0;
  const { icon, label } = statusActions[row.status];
  return (
    <RowButton
      permission={permission}
      icon={icon}
      label={t(label)}
      disabled={busy || disabled}
      onClick={() => toggle({ params: { id: row.id } })}
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
}: RowActionProps & { id: number; name: string; calls: Pick<RecordCalls, 'remove'> }) {
  const { t } = useTranslation();
  const confirm = useDeleteQuestion();
  const { mutate: remove } = useApiMutation(calls.remove);
  const busy = useIsMutating() > 0;
  return (
    <RowButton
      permission={permission}
      icon="trash"
      danger
      label={t('admin.delete')}
      disabled={busy || disabled}
      onClick={() => void confirm('admin.deleteSure', { name }, () => remove({ params: { id } }))}
    />
  );
}

/** Returns a function that asks before a deletion and then runs `onYes`. */
function useDeleteQuestion() {
  const { asks } = usePage();
  return async (key: string, params: Record<string, string | number>, onYes: () => void) => {
    const sure = await asks.getState().ask({
      title: { key: 'admin.delete' },
      text: { key, params },
      confirm: { key: 'admin.delete' },
      danger: true,
    });
    if (sure) onYes();
  };
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

export interface BatchDeleteProps {
  selected: ReadonlySet<number>;
  calls: Pick<RecordCalls, 'removeBatch'>;
  permission: Permission;
}

/** Deletes the selected rows after a confirmation. */
export function BatchDelete({ selected, calls, permission }: BatchDeleteProps) {
  const { t } = useTranslation();
  const confirm = useDeleteQuestion();
  const { mutate: remove } = useApiMutation(calls.removeBatch);
  const busy = useIsMutating() > 0;
  const ids = [...selected].join(',');
  return (
    <ToolButton
      permission={permission}
      icon="trash"
      label={t('admin.deleteSelected')}
      danger
      outlined
      disabled={selected.size === 0}
      busy={busy}
      onClick={() =>
        void confirm('admin.deleteSureAll', { count: selected.size }, () => remove({ params: { ids } }))
      }
    />
  );
}

/** Returns whether the account has a permission, to show or disable controls. The server checks every call itself. */
function usePermission(name: Permission): boolean {
  return useSession((state) => state.permissions.includes(name));
}

export interface PermitProps {
  /** The permission that the controls inside need. */
  name: Permission;
  children: ReactNode;
}

/** Disables its controls if the account lacks the permission; the reason is the tooltip. */
function Permit({ name, children }: PermitProps) {
  const { t } = useTranslation();
  const allowed = usePermission(name);
  return (
    <fieldset className={styles.permit} disabled={!allowed} title={allowed ? undefined : t('api.forbidden')}>
      {children}
    </fieldset>
  );
}
