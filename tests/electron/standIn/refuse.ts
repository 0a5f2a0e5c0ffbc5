import { EventEmitter } from 'node:events';

/** Names that the language and its tools ask any object for. */
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
 * The object as it is, but loud: whatever Electron has and this object lacks throws an error that names it,
 * so that a test cannot pass by way of something that was only missing.
 */
export function loud<T extends object>(name: string, imitated: T): T {
  return new Proxy(imitated, {
    get: (target, key) => {
      // The target is the receiver: its methods use private fields, which a proxy does not have.
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

/** Something of Electron that is not imitated at all: any use of it throws. */
export function absent(name: string): object {
  const no = () => refuse(name);
  return new Proxy(function absentApi() {}, { get: no, set: no, apply: no, construct: no });
}

export function refuse(what: string): never {
  throw new Error(`The stand-in for Electron does not imitate ${what}`);
}

type Listener = (...args: unknown[]) => void;

/** An emitter that refuses listeners for events that it will never emit. */
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

  /** Emits an event that can be prevented. True when a listener did. */
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
