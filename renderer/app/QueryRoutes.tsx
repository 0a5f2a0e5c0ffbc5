import { Outlet } from 'react-router-dom';
import { QueryRoot } from '#renderer/data/queries/QueryRoot.tsx';

/** The parent of routes that use queries. */
export default function QueryRoutes() {
  return (
    <QueryRoot>
      <Outlet />
    </QueryRoot>
  );
}
