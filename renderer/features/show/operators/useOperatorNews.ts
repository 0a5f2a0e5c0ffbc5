import { useEffect } from 'react';
import { useRingside } from '#renderer/data/hooks.ts';
import { nicknameOf } from '#shared/game/anchors.ts';
import { createOperatorNews } from './operatorNews.ts';

/** Says what other operators of this show do, while the tool is open. */
export function useOperatorNews(): void {
  const { link, engine, toasts, connection } = useRingside();
  useEffect(() => {
    const news = createOperatorNews();
    const nicknames = (id: string) => nicknameOf(engine.state, id);
    const { by } = connection.getState();
    if (by !== null) news.isMe(by);
    return link.onPush((push) => {
      if (push.push === 'hello' && push.by !== undefined) news.isMe(push.by);
      if (push.push !== 'inputs') return;
      for (const { input } of push.inputs) {
        const toast = news.take(input, nicknames);
        if (toast !== null) toasts.getState().add(toast);
      }
    });
  }, [link, engine, toasts, connection]);
}
