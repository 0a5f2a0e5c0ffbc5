import { RouterProvider, type RouterProviderProps } from 'react-router-dom';

/** The page: whatever screen its address names. */
export function App({ router }: { router: RouterProviderProps['router'] }) {
  return <RouterProvider router={router} />;
}
