import { useEffect } from 'react';
import { useRingside } from '../../app/hooks.ts';
import { createOperatorNews } from './operatorNews.ts';

/** Says what other operators of this show do, while the tool is open. */
export function useOperatorNews(): void {
  const { link, engine, toasts, connection } = useRingside();
  useEffect(() => {
    const news = createOperatorNews();
    const { by } = connection.getState();
    if (by !== null) news.isMe(by);
    return link.onPush((push) => {
      if (push.push === 'hello' && push.by !== undefined) news.isMe(push.by);
      if (push.push !== 'inputs') return;
      for (const { input } of push.inputs) {
        const toast = news.take(input, engine.state.preset);
        if (toast !== null) toasts.getState().add(toast);
      }
    });
  }, [link, engine, toasts, connection]);
}
