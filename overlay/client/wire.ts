/** One connection to a hub, or to what plays one. */
export interface Wire {
  send(text: string): void;
  /** Nothing is heard of it any more. */
  close(): void;
}

export interface WireEvents {
  opened(): void;
  received(text: string): void;
  /** It ended by itself, or never began. */
  closed(): void;
}

export type Connect = (events: WireEvents) => Wire;

export function connectSocket(url: string): Connect {
  return (events) => {
    const socket = new WebSocket(url);
    socket.onopen = () => events.opened();
    socket.onmessage = ({ data }) => {
      if (typeof data === 'string') events.received(data);
    };
    socket.onclose = () => events.closed();
    return {
      send: (text) => {
        if (socket.readyState === WebSocket.OPEN) socket.send(text);
      },
      close: () => {
        socket.onopen = socket.onmessage = socket.onclose = null;
        socket.close();
      },
    };
  };
}
