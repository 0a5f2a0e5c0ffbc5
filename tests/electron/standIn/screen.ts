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

/** A display of 1920 by 1080 px with a task bar and the scaling of STAND_IN_SCALE. */
class StandInScreen extends LoudEmitter {
  constructor() {
    super('screen', ['display-metrics-changed']);
    onOrder('scale', (order) => {
      scale = order.scaleFactor;
      this.emit('display-metrics-changed', {}, this.getPrimaryDisplay(), ['scaleFactor']);
      for (const listener of listeners) listener();
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
    return [this.getPrimaryDisplay()];
  }

  getDisplayMatching(): Imitated {
    return this.getPrimaryDisplay();
  }
}

export const screen = loud('screen', new StandInScreen());
