import { type ReactNode, useState } from 'react';
import type { Permission } from '#shared/contract/api/permissions.ts';
import { BatchDelete } from './BatchDelete.tsx';
import { ListScreen, type ListScreenProps } from './ListScreen.tsx';
import { DeleteButton, EditButton, type Status, StatusButton } from './rowButtons.tsx';
import { ToolButton } from './ToolButton.tsx';
import type { RowCalls } from './useRowCalls.ts';

interface RecordRow {
  id: number;
  status: Status;
}

/** What a form for one record is given: `id` null makes a new one. */
export interface RecordFormProps {
  id: number | null;
  onDone(): void;
  onClose(): void;
}

export interface RecordScreenProps<R extends RecordRow>
  extends Omit<ListScreenProps<R>, 'tools' | 'batch' | 'actions'> {
  calls: RowCalls;
  /** Which permission each control needs. */
  permissions: { add: Permission; update: Permission; status: Permission; delete: Permission };
  addLabel: string;
  /** True while nothing can be added yet. */
  addDisabled?: boolean;
  form(props: RecordFormProps): ReactNode;
  /** Buttons of a row between editing it and taking it out of use. */
  more?(row: R): ReactNode;
  /** Rows that are always in use. */
  alwaysOn?(row: R): boolean;
  /** Rows that cannot be deleted. */
  kept?(row: R): boolean;
}

/** A list of records that are made, changed, taken out of use and deleted. */
export function RecordScreen<R extends RecordRow>(props: RecordScreenProps<R>) {
  const { calls, permissions, addLabel, addDisabled = false, form, more, alwaysOn, kept, ...screen } = props;
  const { list, nameOf } = screen;
  /** Undefined: closed; null: a new one. */
  const [open, setOpen] = useState<number | null | undefined>(undefined);
  const close = () => setOpen(undefined);
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
        batch={<BatchDelete list={list} calls={calls} permission={permissions.delete} />}
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
      {open !== undefined &&
        form({
          id: open,
          onClose: close,
          onDone: () => {
            close();
            list.reload();
          },
        })}
    </>
  );
}
