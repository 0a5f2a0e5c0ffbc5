import { EventEmitter } from 'node:events';

/** Adds the port to the main process that utility processes have. */
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
// A utility process exits with the app.
process.on('disconnect', () => process.exit(0));
