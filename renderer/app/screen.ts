import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router-dom';
import type { RouteHandle } from './Root.tsx';

type Load = () => Promise<{ default: ComponentType }>;

/** Creates the part of a route that loads its screen when it first opens. */
export type MakeScreen = (load: Load, title?: RouteHandle['title']) => Pick<RouteObject, 'lazy' | 'handle'>;

/** For screens whose texts load with the page. */
export const screen: MakeScreen = (load, title) => ({
  lazy: async () => ({ Component: (await load()).default }),
  handle: title === undefined ? {} : { title },
});

/** A route whose children may use queries. The library is loaded with the first of them. */
export function withQueries(children: RouteObject[]): RouteObject {
  return { ...screen(() => import('./QueryRoutes.tsx')), children };
}

/** For screens that also need the other texts. */
export function screenWith(loadTexts: () => Promise<void>): MakeScreen {
  return (load, title) => screen(async () => (await Promise.all([load(), loadTexts()]))[0], title);
}
