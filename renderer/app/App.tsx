import { lazy, Suspense } from 'react';
import { BrowserRouter, Navigate, Route, Routes } from 'react-router-dom';
import { AskHost } from '../ui/AskHost.tsx';
import { ToastHost } from '../ui/ToastHost.tsx';

const ToolFrame = lazy(() => import('../tool/ToolFrame.tsx'));
const Homepage = lazy(() => import('../tool/home/Homepage.tsx'));
const SettingPage = lazy(() => import('../tool/setting/SettingPage.tsx'));
const NotFound = lazy(() => import('./NotFound.tsx'));

/** The routes. Every screen is loaded when it is first opened. */
export function App() {
  return (
    <BrowserRouter>
      <Suspense fallback={null}>
        <Routes>
          <Route path="/" element={<Navigate to="/tool" replace />} />
          <Route path="/tool" element={<ToolFrame />}>
            <Route index element={<Homepage />} />
            <Route path="setting" element={<SettingPage />} />
          </Route>
          <Route path="/404" element={<NotFound />} />
          <Route path="*" element={<Navigate to="/404" replace />} />
        </Routes>
      </Suspense>
      <AskHost />
      <ToastHost />
    </BrowserRouter>
  );
}
