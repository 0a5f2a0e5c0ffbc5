import { useTranslation } from 'react-i18next';
import type { Permission } from '#shared/contract/api/permissions.ts';
import { RowButton } from './RowButton.tsx';
import type { RowCalls } from './useRowCalls.ts';

/** The buttons that rows of every list have. */

interface Common {
  permission: Permission;
  disabled?: boolean;
}

export function EditButton({ onClick, ...common }: Common & { onClick(): void }) {
  const { t } = useTranslation();
  return <RowButton {...common} icon="pencil" label={t('admin.edit')} onClick={onClick} />;
}

export type Status = 'enabled' | 'disabled' | 'draft' | 'published';

const switches = {
  enabled: { icon: 'ban', label: 'admin.disable' },
  disabled: { icon: 'check', label: 'admin.enable' },
  draft: { icon: 'send', label: 'admin.publish' },
  published: { icon: 'undo', label: 'admin.takeBack' },
} as const;

/** Takes a row into use or out of it: enabling and disabling, publishing and taking back. */
export function StatusButton({
  row,
  calls,
  disabled = false,
  permission,
}: Common & { row: { id: number; status: Status }; calls: RowCalls }) {
  const { t } = useTranslation();
  const { icon, label } = switches[row.status];
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

/** Deletes a row, once it has been asked for. */
export function DeleteButton({
  id,
  name,
  calls,
  disabled = false,
  permission,
}: Common & { id: number; name: string; calls: RowCalls }) {
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
