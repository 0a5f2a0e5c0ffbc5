import { EventEmitter } from 'node:events';

/** What a utility process has and a process of Node has not: the port to the main process. */
class ParentPort extends EventEmitter {
  readonly #early: unknown[] = [];

  constructor() {
    super();
    process.on('message', (data) => {
      if (!this.emit('message', { data, ports: [] })) this.#early.push(data);
    });
    this.on('newListener', (event) => {
      if (event !== 'message') return;
      setImmediate(() => {
        for (const data of this.#early.splice(0)) this.emit('message', { data, ports: [] });
      });
    });
  }

  postMessage(message: never): void {
    if (process.connected) process.send?.(message);
  }
}

Object.defineProperty(process, 'parentPort', { value: new ParentPort() });
// A utility process never outlives the app.
process.on('disconnect', () => process.exit(0));
