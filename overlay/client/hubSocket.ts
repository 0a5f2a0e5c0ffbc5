/** One connection to a hub, or to the sample hub. */
export interface HubSocket {
  send(text: string): void;
  /** Closes the connection. No event follows. */
  close(): void;
}

export interface HubSocketEvents {
  opened(): void;
  received(text: string): void;
  /** The connection failed to open, or the other side or the network closed it. */
  closed(): void;
}

export type Connect = (events: HubSocketEvents) => HubSocket;

/** Returns a function that opens a WebSocket to the hub. */
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
