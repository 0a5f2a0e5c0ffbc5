import { Paginator } from 'primereact/paginator';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../i18n/useFormat.ts';
import { Button } from '../ui/Button.tsx';
import { Select } from '../ui/Select.tsx';
import styles from './Pager.module.css';

export interface PagerProps {
  /** The current page, counted from 1. */
  page: number;
  size: number;
  total: number;
  onPage(page: number): void;
  /** Shows a selector of the page size. */
  onSize?(size: number): void;
}

const sizes = [10, 20, 50, 100];

/** PrimeReact's paginator with this product's buttons, which are named in the host's language. */
export function Pager({ page, size, total, onPage, onSize }: PagerProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const pages = Math.max(1, Math.ceil(total / size));
  // Beyond the last page, PrimeReact's link to the previous page does nothing.
  const beyond = page > pages;
  const link = (icon: string, ariaLabel: string) => (options: LinkOptions) => (
    <Button
      small
      look="text"
      icon={icon}
      ariaLabel={ariaLabel}
      disabled={options.disabled}
      onClick={options.onClick}
    />
  );
  return (
    <nav className={styles.pager} aria-label={t('admin.pages')}>
      <span className={`muted ${styles.total}`}>{t('admin.total', { total: number(total) })}</span>
      {onSize !== undefined && (
        <Select
          label={t('admin.pageSize')}
          value={String(size)}
          options={sizes.map((each) => ({ value: String(each), label: t('admin.perPage', { size: each }) }))}
          onChange={(value) => onSize(Number(value))}
        />
      )}
      <Paginator
        className={styles.pages}
        first={(page - 1) * size}
        rows={size}
        totalRecords={total}
        onPageChange={(to) => onPage(to.page + 1)}
        template={{
          layout: 'FirstPageLink PrevPageLink CurrentPageReport NextPageLink LastPageLink',
          FirstPageLink: link('angle-double-left', t('admin.firstPage')),
          PrevPageLink: (options) =>
            link(
              'angle-left',
              t('admin.previousPage'),
            )(beyond ? { ...options, onClick: () => onPage(pages) } : options),
          CurrentPageReport: () => (
            <span aria-current="page">{t('admin.page', { page: number(page), pages: number(pages) })}</span>
          ),
          NextPageLink: link('angle-right', t('admin.nextPage')),
          LastPageLink: link('angle-double-right', t('admin.lastPage')),
        }}
      />
    </nav>
  );
}

interface LinkOptions {
  disabled: boolean;
  onClick: ComponentProps<typeof Button>['onClick'];
}
