import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePage, useSession } from '#renderer/data/hooks.ts';
import type { DesktopApp } from '#renderer/data/platform/platform.ts';
import { SettingRow } from '#renderer/kit/ui/Settings.tsx';
import { type SignInState, serverAddressSchema } from '#shared/contract/desktop.ts';
import { AddressField } from './AddressField.tsx';
import type { ChangePreferences } from './usePreferences.ts';

export interface ServerSettingProps {
  app: DesktopApp;
  address: string;
  change: ChangePreferences;
}

/** Sets the Ringside server of the host's account. A change of the server signs out, because it is another account. */
export function ServerSetting({ app, address, change }: ServerSettingProps) {
  const { t } = useTranslation();
  const { session } = usePage();
  const user = useSession((state) => state.user);
  const signedIn = useSession((state) => state.loginStatus);
  const [kept, setKept] = useState<SignInState | null>(null);
  useEffect(() => {
    void app.getSignIn({}).then((answer) => {
      if (answer.ok) setKept(answer.result);
    });
  }, [app]);
  useEffect(() => {
    if (signedIn) void session.ensureInfo({ quiet: true });
  }, [session, signedIn]);
  const save = async (next: string) => {
    if (next === address) return;
    // Sign out before the change: afterwards the calls go to the new server.
    if (signedIn) await session.signOut();
    await change({ server: next });
  };
  const who = signedIn ? (user?.username ?? '…') : t('setting.server.signedOut');
  const lost = signedIn && kept?.lasting === false;
  const more = address === '' ? t('setting.server.none') : lost ? t('setting.server.notLasting') : who;
  return (
    <SettingRow label={t('setting.server.label')} hint={t('setting.server.hint')} more={more}>
      <AddressField
        label={t('setting.server.label')}
        placeholder="https://ringside.example"
        value={address}
        fits={(typed) => serverAddressSchema.safeParse(typed).success}
        problem={t('setting.server.problem')}
        onSave={save}
      />
    </SettingRow>
  );
}
