import { type RenderResult, render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { createInstance, type i18n } from 'i18next';
import type { ReactNode } from 'react';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { MemoryRouter } from 'react-router-dom';
import en from '#locales/en.json' with { type: 'json' };
import ja from '#locales/ja.json' with { type: 'json' };
import zhCn from '#locales/zh_CN.json' with { type: 'json' };
import type { ApiClient } from '#renderer/data/api/client.ts';
import { PageContext } from '#renderer/data/hooks.ts';
import { createKeyStore } from '#renderer/data/keys/keyStore.ts';
import type { PageParts } from '#renderer/data/page.ts';
import { QueryRoot } from '#renderer/data/queries/QueryRoot.tsx';
import { createSession } from '#renderer/data/session/accountSession.ts';
import { createSessionStore } from '#renderer/data/session/sessionStore.ts';
import { createAskStore } from '#renderer/data/stores/askStore.ts';
import type { Timers } from '#renderer/data/stores/pausableTimer.ts';
import { createSettingsStore } from '#renderer/data/stores/settingsStore.ts';
import { createToastStore } from '#renderer/data/stores/toastStore.ts';
import { numberFormatter, textOptions } from '#renderer/kit/i18n/i18n.ts';
import type { Language } from '#shared/contract/language.ts';
import { HandTimers } from '#tests/unit/renderer/handTimers.ts';

interface MountOptions {
  language?: Language;
  /** Permissions of the signed-in account. */
  permissions?: readonly string[];
  /** Answers the screen's calls of `/api`; without it, a call fails the test. */
  api?: ApiClient;
  /** The address at which the screen opens. */
  at?: string;
}

export interface Mounted extends RenderResult {
  user: UserEvent;
  page: PageParts;
  /** The clock of toasts. */
  timers: HandTimers;
  switchTo(language: Language): Promise<void>;
}

/** All texts in all languages, in this language. */
export async function createTexts(language: Language): Promise<i18n> {
  const texts = createInstance();
  await texts
    .use(initReactI18next)
    .use(numberFormatter)
    .init({
      ...textOptions,
      lng: language,
      resources: { en: { translation: en }, ja: { translation: ja }, zh_CN: { translation: zhCn } },
    });
  return texts;
}

/** The services of every screen, without an account. */
export function createPageParts({ timers, api = noApi }: { timers: Timers; api?: ApiClient }): PageParts {
  const settings = createSettingsStore(window.localStorage);
  return {
    platform: { kind: 'web', reload: () => {}, setAppLanguage: () => {}, isOutdated: async () => false },
    settings,
    toasts: createToastStore(timers),
    asks: createAskStore(),
    keys: createKeyStore(() => settings.getState().keys),
    api,
    session: createSession(createSessionStore(window.localStorage), api),
  };
}

/** Renders a component with what every screen has: texts, settings, toasts, questions, keys, a session and a router. */
export async function mount(children: ReactNode, options: MountOptions = {}): Promise<Mounted> {
  const { language = 'en', permissions = [], api = noApi, at = '/' } = options;
  const texts = await createTexts(language);
  const timers = new HandTimers();
  const page = createPageParts({ timers, api });
  const { settings } = page;
  settings.getState().setLanguage(language);
  page.session.store.setState({ permissions });
  const result = render(
    <I18nextProvider i18n={texts}>
      <MemoryRouter initialEntries={[at]}>
        <PageContext value={page}>
          <QueryRoot>{children}</QueryRoot>
        </PageContext>
      </MemoryRouter>
    </I18nextProvider>,
  );
  return {
    ...result,
    user: userEvent.setup(),
    page,
    timers,
    switchTo: async (to) => {
      settings.getState().setLanguage(to);
      await texts.changeLanguage(to);
    },
  };
}

const noApi: ApiClient = {
  call: ({ path }) => Promise.reject(new Error(`the test answers no call of ${path}`)),
  download: ({ path }) => Promise.reject(new Error(`the test answers no call of ${path}`)),
};
