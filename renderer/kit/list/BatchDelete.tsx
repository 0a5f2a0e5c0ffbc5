import { useTranslation } from 'react-i18next';
import type { Permission } from '#shared/contract/api/permissions.ts';
import { ToolButton } from './ToolButton.tsx';
import type { List } from './useList.ts';
import type { RowCalls } from './useRowCalls.ts';

export interface BatchDeleteProps<R> {
  list: List<R>;
  calls: RowCalls;
  permission: Permission;
}

/** Deletes the chosen rows, once it has been asked for. */
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
