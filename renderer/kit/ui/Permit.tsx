import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermission } from '#renderer/data/session/usePermission.ts';
import type { Permission } from '#shared/contract/api/call.ts';
import styles from './Permit.module.css';

export interface PermitProps {
  /** The permission that the controls inside need. */
  name: Permission;
  children: ReactNode;
}

/** Disables its controls if the account lacks the permission; the reason is the tooltip. */
export function Permit({ name, children }: PermitProps) {
  const { t } = useTranslation();
  const allowed = usePermission(name);
  return (
    <fieldset className={styles.permit} disabled={!allowed} title={allowed ? undefined : t('api.forbidden')}>
      {children}
    </fieldset>
  );
}
