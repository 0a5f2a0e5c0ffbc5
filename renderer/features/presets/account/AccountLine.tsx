import { useTranslation } from 'react-i18next';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { useProblemText } from '#renderer/kit/i18n/useText.ts';
import type { Account } from './useAccount.ts';

/** Below a username: whose account it is, or why that cannot be told now. */
export function AccountLine({ account }: { account: Account }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const problemText = useProblemText();
  const { facts, busy, problem } = account;
  if (busy) return <span className="muted small">{t('account.looking')}</span>;
  if (problem !== null) {
    return (
      <span className="account account--unknown small" role="status">
        {problem.code === 'room.noSuchUser' ? problemText(problem) : t('account.notNow')}
      </span>
    );
  }
  if (facts === undefined) return null;
  return (
    <span className="account muted small" role="status">
      <i className="pi pi-check" aria-hidden="true" />
      <span className="account__name">{facts.nickname}</span>
      <span className="account__followers">{t('account.followers', { shown: number(facts.followers) })}</span>
    </span>
  );
}
