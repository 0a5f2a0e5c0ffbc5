import './pager.css';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../i18n/useFormat.ts';
import { Button } from '../ui/Button.tsx';
import { Select } from '../ui/Select.tsx';

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

/** Shows the current page, the number of pages and buttons that change the page. */
export function Pager({ page, size, total, onPage, onSize }: PagerProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const pages = Math.max(1, Math.ceil(total / size));
  const go = (to: number) => onPage(Math.min(pages, Math.max(1, to)));
  return (
    <nav className="pager" aria-label={t('admin.pages')}>
      <span className="muted pager__total">{t('admin.total', { total: number(total) })}</span>
      {onSize !== undefined && (
        <Select
          className="pager__size"
          label={t('admin.pageSize')}
          value={String(size)}
          options={sizes.map((each) => ({ value: String(each), label: t('admin.perPage', { size: each }) }))}
          onChange={(value) => onSize(Number(value))}
        />
      )}
      <Button
        small
        look="text"
        icon="angle-double-left"
        ariaLabel={t('admin.firstPage')}
        disabled={page <= 1}
        onClick={() => go(1)}
      />
      <Button
        small
        look="text"
        icon="angle-left"
        ariaLabel={t('admin.previousPage')}
        disabled={page <= 1}
        onClick={() => go(page - 1)}
      />
      <span aria-current="page">{t('admin.page', { page: number(page), pages: number(pages) })}</span>
      <Button
        small
        look="text"
        icon="angle-right"
        ariaLabel={t('admin.nextPage')}
        disabled={page >= pages}
        onClick={() => go(page + 1)}
      />
      <Button
        small
        look="text"
        icon="angle-double-right"
        ariaLabel={t('admin.lastPage')}
        disabled={page >= pages}
        onClick={() => go(pages)}
      />
    </nav>
  );
}
