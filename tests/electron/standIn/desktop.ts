import type {
  Dialog,
  GlobalShortcut,
  MenuItemConstructorOptions,
  MessageBoxOptions,
  MessageBoxReturnValue,
  PowerSaveBlocker,
  Shell,
} from 'electron';
import { isControlled, note, onOrder } from './control.ts';
import { loud, refuse } from './refuse.ts';

/** System functions without a page: dialogs, menu, external browser, power save blocker, global keys. */

const questions = new Map<number, (response: number) => void>();
let lastQuestion = 0;
onOrder('answerDialog', ({ id, response }) => {
  questions.get(id)?.(response);
  questions.delete(id);
});

class StandInDialog implements Pick<Dialog, 'showMessageBox'> {
  showMessageBox(...args: [object, MessageBoxOptions] | [MessageBoxOptions]): Promise<MessageBoxReturnValue> {
    if (!isControlled) refuse('dialogs when no test is there to answer them');
    const options = args.length === 2 ? args[1] : args[0];
    lastQuestion += 1;
    const id = lastQuestion;
    const { message, detail = '', buttons = [] } = options;
    return new Promise((resolve) => {
      questions.set(id, (response) => resolve({ response, checkboxChecked: false }));
      note({ note: 'dialog', id, message, detail, buttons });
    });
  }
}

class StandInShell implements Pick<Shell, 'openExternal' | 'openPath'> {
  async openExternal(url: string): Promise<void> {
    note({ note: 'opened', what: url });
  }

  async openPath(place: string): Promise<string> {
    note({ note: 'opened', what: place });
    return '';
  }
}

let blockers = 0;
const held = new Set<number>();

class StandInBlocker implements Pick<PowerSaveBlocker, 'start' | 'stop'> {
  start(): number {
    blockers += 1;
    held.add(blockers);
    note({ note: 'awake', on: true });
    return blockers;
  }

  stop(id: number): boolean {
    held.delete(id);
    note({ note: 'awake', on: held.size > 0 });
    return true;
  }
}

const keys = new Map<string, () => void>();
let takenKeys: readonly string[] = [];
onOrder('pressGlobally', ({ accelerator }) =>
  (keys.get(accelerator) ?? refuse(`the key '${accelerator}'`))(),
);
onOrder('takeKeys', ({ accelerators }) => {
  takenKeys = accelerators;
});

class StandInShortcuts implements Pick<GlobalShortcut, 'register' | 'unregister'> {
  register(accelerator: string, pressed: () => void): boolean {
    if (takenKeys.includes(accelerator) || keys.has(accelerator)) return false;
    keys.set(accelerator, pressed);
    note({ note: 'globalKeys', accelerators: [...keys.keys()] });
    return true;
  }

  unregister(accelerator: string): void {
    keys.delete(accelerator);
    note({ note: 'globalKeys', accelerators: [...keys.keys()] });
  }
}

interface StandInMenu {
  items: readonly MenuItemConstructorOptions[];
}

let menu: StandInMenu | null = null;
onOrder('clickMenu', ({ id }) => {
  const item = flatten(menu?.items ?? []).find((each) => each.id === id);
  const click = item?.click ?? refuse(`the menu item '${id}'`);
  Reflect.apply(click, undefined, []);
});

function flatten(items: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] {
  return items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flatten(item.submenu) : [])]);
}

export const dialog = loud('dialog', new StandInDialog());
export const globalShortcut = loud('globalShortcut', new StandInShortcuts());
export const shell = loud('shell', new StandInShell());
export const powerSaveBlocker = loud('powerSaveBlocker', new StandInBlocker());
export const Menu = loud('Menu', {
  buildFromTemplate: (items: readonly MenuItemConstructorOptions[]): StandInMenu => ({ items }),
  setApplicationMenu: (wanted: StandInMenu | null) => {
    menu = wanted;
    note({ note: 'menu', labels: flatten(wanted?.items ?? []).flatMap(({ label }) => label ?? []) });
  },
});
export const protocol = loud('protocol', {
  registerSchemesAsPrivileged: (schemes: readonly { scheme: string }[]) => {
    if (schemes.length === 0) refuse('an empty list of schemes');
  },
});
