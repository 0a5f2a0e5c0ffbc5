import type { ParseKeys } from 'i18next';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, ScrollRestoration, useMatches, useNavigation } from 'react-router-dom';
import { AskHost } from '#renderer/kit/ui/AskHost.tsx';
import { ToastHost } from '#renderer/kit/ui/ToastHost.tsx';
import styles from './Progress.module.css';

/** The data of a route. */
export interface RouteHandle {
  /** The screen's part of the page's title. */
  title?: ParseKeys;
}

/** The parts of every screen: the progress bar, questions and toasts. */
export function Root() {
  return (
    <>
      <Progress />
      <RouteTitle />
      <Outlet />
      <ScrollRestoration />
      <AskHost />
      <ToastHost />
    </>
  );
}

/** The title of the innermost route that has one. */
export function useRouteTitle(): ParseKeys | undefined {
  return useMatches()
    .map((match) => (match.handle as RouteHandle | undefined)?.title)
    .findLast((title) => title !== undefined);
}

/** Sets the page's title: the product's name and the innermost route's title. Screens may set their own. */
function RouteTitle() {
  const { t } = useTranslation();
  const key = useRouteTitle();
  const title = key === undefined ? null : `${t('product.name')} · ${t(key)}`;
  useEffect(() => {
    if (title !== null) document.title = title;
  }, [title]);
  return null;
}

/** A thin bar at the top while a screen loads; hidden if the screen is there at once. */
function Progress() {
  const { state } = useNavigation();
  return state === 'idle' ? null : <ProgressBar />;
}

export function ProgressBar() {
  return <div className={styles.progress} data-progress aria-hidden="true" />;
}
