import { EventEmitter } from 'node:events';

/** Property names that the language and tools read on any object. */
const harmless = new Set([
  'then',
  'toJSON',
  'constructor',
  'inspect',
  'asymmetricMatch',
  'nodeType',
  '$$typeof',
]);

/**
 * Wraps an object so that reading a property of Electron that it lacks throws an error with its name. A missing API
 * cannot pass a test by accident.
 */
export function loud<T extends object>(name: string, imitated: T): T {
  return new Proxy(imitated, {
    get: (target, key) => {
      // Call with the target as receiver: proxies have no private fields.
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value === 'function' && key !== 'constructor') return value.bind(target);
      if (value !== undefined || Reflect.has(target, key)) return value;
      if (typeof key === 'symbol' || harmless.has(key)) return undefined;
      return refuse(`${name}.${key}`);
    },
    set: (target, key, value) => {
      if (!Reflect.has(target, key)) return refuse(`setting ${name}.${String(key)}`);
      return Reflect.set(target, key, value, target);
    },
  });
}

/** A part of Electron that is not imitated: any use throws. */
export function absent(name: string): object {
  const no = () => refuse(name);
  return new Proxy(function absentApi() {}, { get: no, set: no, apply: no, construct: no });
}

export function refuse(what: string): never {
  throw new Error(`The stand-in for Electron does not imitate ${what}`);
}

type Listener = (...args: unknown[]) => void;

/** An emitter that rejects listeners for events that it never emits. */
export class LoudEmitter extends EventEmitter {
  readonly #name: string;
  readonly #events: ReadonlySet<string>;

  constructor(name: string, events: readonly string[]) {
    super();
    this.#name = name;
    this.#events = new Set(events);
  }

  override on(event: string, listener: Listener): this {
    this.#check(event);
    return super.on(event, listener);
  }

  override once(event: string, listener: Listener): this {
    this.#check(event);
    return super.once(event, listener);
  }

  /** Emits a preventable event. Returns whether a listener prevented it. */
  protected ask(event: string, details: Readonly<Record<string, unknown>> = {}, ...more: unknown[]): boolean {
    let prevented = false;
    const preventDefault = () => {
      prevented = true;
    };
    this.emit(event, { ...details, preventDefault }, ...more);
    return prevented;
  }

  #check(event: string): void {
    if (!this.#events.has(event)) refuse(`the event '${event}' of ${this.#name}`);
  }
}
