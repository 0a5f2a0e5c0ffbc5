import { useEffect, useRef, useState } from 'react';
import backdrops from '#renderer/kit/ui/Backdrop.module.css';
import { type PageSize, pageOf } from './overlayPage.ts';
import styles from './PageFrame.module.css';

export interface PageFrameProps {
  address: string;
  title: string;
  size: PageSize;
  scale: number;
  /** The background behind the page, a class of `Backdrop.module.css`. */
  backdrop: 'video' | 'light' | 'checker' | 'none';
}

/** A widget's page in a scaled iframe. */
export function PageFrame(props: PageFrameProps) {
  const { size, scale, backdrop } = props;
  return (
    <div
      className={`${styles.pageFrame} ${backdrops[backdrop] ?? ''}`}
      style={{ width: size.width * scale, height: size.height * scale }}
    >
      <Page key={pageOf(props.address)} {...props} />
    </div>
  );
}

/**
 * The iframe of one page. A new address differs in its fragment only: `location.replace` changes the fragment without
 * loading the page again and without an entry in the browser's history.
 */
function Page({ address, title, size, scale }: PageFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [first] = useState(address);
  const shown = useRef(first);
  useEffect(() => {
    if (shown.current === address) return;
    shown.current = address;
    frame.current?.contentWindow?.location.replace(address);
  }, [address]);
  return (
    <iframe
      ref={frame}
      src={first}
      title={title}
      width={size.width}
      height={size.height}
      tabIndex={-1}
      style={{ transform: `scale(${scale})` }}
    />
  );
}
