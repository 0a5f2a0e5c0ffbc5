import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRingside } from '#renderer/data/hooks.ts';
import type { DesktopApp } from '#renderer/data/platform/platform.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Segments } from '#renderer/kit/ui/Choices.tsx';
import { SettingRow } from '#renderer/kit/ui/Settings.tsx';
import { Switch } from '#renderer/kit/ui/Switch.tsx';
import type { Answer, WorkbenchLayout, WorkbenchState } from '#shared/contract/desktop.ts';

/** Opens, closes and configures the workbench window, which streaming software captures. */
export function WorkbenchSetting({ app }: { app: DesktopApp }) {
  const { t } = useTranslation();
  const { showProblem } = useRingside();
  const [state, setState] = useState<WorkbenchState | null>(null);
  useEffect(() => {
    void app.getWorkbench({}).then((answer) => {
      if (answer.ok) setState(answer.result);
    });
    return app.onWorkbench(setState);
  }, [app]);
  if (state === null) return null;

  const take = async (asked: Promise<Answer<WorkbenchState>>) => {
    const answer = await asked;
    if (answer.ok) setState(answer.result);
    else showProblem(answer.problem);
  };
  /** Saves a change and opens the window, so that the host sees the result. */
  const open = (wanted: Partial<Omit<WorkbenchState, 'open'>>) => void take(app.openWorkbench(wanted));
  return (
    <>
      <SettingRow label={t('setting.workbench.window')} hint={t('setting.workbench.hint')}>
        {state.open ? (
          <Button
            look="outlined"
            icon="times"
            label={t('setting.workbench.close')}
            onClick={() => void take(app.closeWorkbench({}))}
          />
        ) : (
          <Button
            look="outlined"
            icon="external-link"
            label={t('setting.workbench.open')}
            onClick={() => open({})}
          />
        )}
      </SettingRow>
      <SettingRow label={t('setting.workbench.layout')}>
        <Segments<WorkbenchLayout>
          label={t('setting.workbench.layout')}
          value={state.layout}
          options={[
            { value: 'horizontal', label: t('setting.workbench.horizontal') },
            { value: 'vertical', label: t('setting.workbench.vertical') },
          ]}
          onChange={(layout) => open({ layout })}
        />
      </SettingRow>
      <SettingRow label={t('setting.workbench.onTop')} hint={t('setting.workbench.onTopHint')}>
        <Switch
          label={t('setting.workbench.onTopOn')}
          checked={state.alwaysOnTop}
          onChange={(alwaysOnTop) => open({ alwaysOnTop })}
        />
      </SettingRow>
      <SettingRow label={t('setting.workbench.background')} hint={t('setting.workbench.backgroundHint')}>
        <Switch
          label={t('setting.workbench.transparent')}
          checked={state.transparent}
          onChange={(transparent) => open({ transparent })}
        />
      </SettingRow>
    </>
  );
}
