import { type ReactNode, useState } from 'react';
import type { Permission } from '#shared/contract/api/call.ts';
import { ListScreen, type ListScreenProps } from './ListScreen.tsx';
import {
  BatchDelete,
  DeleteButton,
  EditButton,
  type RecordCalls,
  StatusButton,
  ToolButton,
} from './listButtons.tsx';
import type { Status } from './StatusTag.tsx';

interface RecordRow {
  id: number;
  status: Status;
}

/** Props of the form for one record; `id` is null for a new record. */
export interface RecordFormProps {
  id: number | null;
  onClose(): void;
}

export interface RecordScreenProps<R extends RecordRow>
  extends Omit<ListScreenProps<R>, 'tools' | 'batch' | 'actions'> {
  calls: RecordCalls;
  /** The permission that each button needs. */
  permissions: { add: Permission; update: Permission; status: Permission; delete: Permission };
  addLabel: string;
  /** Disables the Add button. */
  addDisabled?: boolean;
  form(props: RecordFormProps): ReactNode;
  /** Buttons of a row, shown between its edit button and its status button. */
  more?(row: R): ReactNode;
  /** True for a row whose status cannot change. */
  alwaysOn?(row: R): boolean;
  /** True for a row that cannot be deleted. */
  kept?(row: R): boolean;
}

/** A list screen for records that can be added, edited, enabled or disabled, and deleted. */
export function RecordScreen<R extends RecordRow>(props: RecordScreenProps<R>) {
  const { calls, permissions, addLabel, addDisabled = false, form, more, alwaysOn, kept, ...screen } = props;
  const { list, nameOf } = screen;
  /** The record in the open form; null for a new record, undefined while the form is closed. */
  const [open, setOpen] = useState<number | null | undefined>(undefined);
  return (
    <>
      <ListScreen
        {...screen}
        tools={
          <ToolButton
            permission={permissions.add}
            icon="plus"
            label={addLabel}
            disabled={addDisabled}
            onClick={() => setOpen(null)}
          />
        }
        batch={<BatchDelete selected={list.selected} calls={calls} permission={permissions.delete} />}
        actions={(row) => (
          <>
            <EditButton permission={permissions.update} onClick={() => setOpen(row.id)} />
            {more?.(row)}
            <StatusButton
              permission={permissions.status}
              row={row}
              calls={calls}
              disabled={alwaysOn?.(row) ?? false}
            />
            <DeleteButton
              permission={permissions.delete}
              id={row.id}
              name={nameOf(row)}
              calls={calls}
              disabled={kept?.(row) ?? false}
            />
          </>
        )}
      />
      {open !== undefined && form({ id: open, onClose: () => setOpen(undefined) })}
    </>
  );
}
