import { useNavigate } from 'react-router-dom';

/** Returns a function that opens the wall in full screen. */
export function useOpenWall(): () => void {
  const navigate = useNavigate();
  return () => {
    // Browsers may refuse full screen; the wall then fills the window.
    void document.documentElement.requestFullscreen?.().catch(() => undefined);
    void navigate('/tool/wall');
  };
}
