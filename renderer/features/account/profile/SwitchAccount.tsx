import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { usePage, useSession } from '#renderer/data/hooks.ts';
import { signInPath } from '#renderer/data/paths.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';

/** Signs out and opens the sign-in for another account, which leads back to `back`. Asks first. */
export function SwitchAccount({ back }: { back: string }) {
  const { t } = useTranslation();
  const { asks, session } = usePage();
  const navigate = useNavigate();
  const username = useSession((state) => state.user?.username ?? '');
  const change = async () => {
    const sure = await asks.getState().ask({
      title: { key: 'account.switch.title' },
      text: { key: 'account.switch.text', params: { username } },
      confirm: { key: 'account.switch' },
    });
    if (!sure) return;
    await session.signOut();
    await navigate(signInPath(back));
  };
  return (
    <Button
      small
      look="outlined"
      icon="arrow-right-arrow-left"
      label={t('account.switch')}
      onClick={() => void change()}
    />
  );
}
