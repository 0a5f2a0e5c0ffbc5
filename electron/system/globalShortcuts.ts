import type { GlobalShortcut } from 'electron';
import type { GlobalKeys } from '#shared/contract/globalKeys.ts';

/** Registers the host's global keys with the system, and reports each press with the key's actions. */
export class GlobalShortcuts {
  readonly #system: Pick<GlobalShortcut, 'register' | 'unregister'>;
  readonly #pressed: (actions: string[]) => void;
  /** The actions of each key, and whether the system has accepted the key. */
  #keys: { accelerator: string; actions: string[]; accepted: boolean }[] = [];

  constructor(system: Pick<GlobalShortcut, 'register' | 'unregister'>, pressed: (actions: string[]) => void) {
    this.#system = system;
    this.#pressed = pressed;
  }

  /** Registers these keys instead of the current ones. */
  register(keys: GlobalKeys): void {
    for (const { accelerator, accepted } of this.#keys) {
      if (accepted) this.#system.unregister(accelerator);
    }
    const byKey = new Map<string, string[]>();
    for (const [action, accelerator] of Object.entries(keys)) {
      byKey.set(accelerator, [...(byKey.get(accelerator) ?? []), action]);
    }
    this.#keys = Array.from(byKey, ([accelerator, actions]) => ({ accelerator, actions, accepted: false }));
    this.check();
  }

  /** Tries again to register the refused keys. Returns the actions whose key another program has. */
  check(): string[] {
    for (const key of this.#keys) key.accepted ||= this.#accepts(key.accelerator, key.actions);
    return this.#keys.flatMap(({ accepted, actions }) => (accepted ? [] : actions));
  }

  #accepts(accelerator: string, actions: string[]): boolean {
    try {
      return this.#system.register(accelerator, () => this.#pressed(actions));
    } catch {
      // The system has no such key.
      return false;
    }
  }
}
