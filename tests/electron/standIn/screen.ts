import type { Display, Rectangle } from 'electron';
import { onOrder } from './control.ts';
import { LoudEmitter, loud } from './refuse.ts';

type Imitated = Pick<Display, 'bounds' | 'id' | 'scaleFactor' | 'workArea'>;

let scale = Number(process.env.STAND_IN_SCALE ?? 1);
const listeners = new Set<() => void>();

export function scaleFactor(): number {
  return scale;
}

export function onScale(listener: () => void): void {
  listeners.add(listener);
}

/**
 * A display of 1920 by 1080 px with a task bar and the scaling of STAND_IN_SCALE. With STAND_IN_SECOND_DISPLAY=1, another
 * one with a menu bar to the right of it.
 */
class StandInScreen extends LoudEmitter {
  #hasSecond = process.env.STAND_IN_SECOND_DISPLAY === '1';

  constructor() {
    super('screen', ['display-added', 'display-metrics-changed', 'display-removed']);
    onOrder('scale', (order) => {
      scale = order.scaleFactor;
      this.emit('display-metrics-changed', {}, this.getPrimaryDisplay(), ['scaleFactor']);
      for (const listener of listeners) listener();
    });
    onOrder('secondDisplay', ({ on }) => {
      this.#hasSecond = on;
      this.emit(on ? 'display-added' : 'display-removed', {}, this.#second());
    });
  }

  getPrimaryDisplay(): Imitated {
    const bounds: Rectangle = {
      x: 0,
      y: 0,
      width: Math.round(1920 / scale),
      height: Math.round(1080 / scale),
    };
    return { id: 1, bounds, workArea: { ...bounds, height: bounds.height - 40 }, scaleFactor: scale };
  }

  getAllDisplays(): Imitated[] {
    return [this.getPrimaryDisplay(), ...(this.#hasSecond ? [this.#second()] : [])];
  }

  getDisplayMatching({ x }: Rectangle): Imitated {
    const main = this.getPrimaryDisplay();
    return this.#hasSecond && x >= main.bounds.width ? this.#second() : main;
  }

  #second(): Imitated {
    const { bounds } = this.getPrimaryDisplay();
    const place = { x: bounds.width, y: 0, width: 1280, height: 720 };
    return { id: 2, bounds: place, workArea: { ...place, y: 25, height: 695 }, scaleFactor: scale };
  }
}

export const screen = loud('screen', new StandInScreen());
