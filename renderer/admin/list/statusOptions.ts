import type { TFunction } from 'i18next';

/** The choices of a filter by whether something is in use. */
export const statusOptions = (t: TFunction) => [
  { value: 'enabled', label: t('admin.status.enabled') },
  { value: 'disabled', label: t('admin.status.disabled') },
];

/** The same for what is written first and published later. */
export const publishOptions = (t: TFunction) => [
  { value: 'draft', label: t('admin.status.draft') },
  { value: 'published', label: t('admin.status.published') },
];
