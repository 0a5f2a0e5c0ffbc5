import { createStore } from 'zustand/vanilla';

/** Grows when a message has been read, so that the count of the new ones is asked for again. */
export const messagesRead = createStore<{ times: number }>()(() => ({ times: 0 }));

export function tellMessagesRead(): void {
  messagesRead.setState(({ times }) => ({ times: times + 1 }));
}
