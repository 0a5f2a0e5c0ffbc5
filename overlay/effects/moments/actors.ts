import type { OverlayMoment } from '#shared/contract/overlay/state.ts';
import type { Actor } from '../core/actor.ts';
import { Breakthrough } from './breakthrough.ts';
import { Resurrection } from './resurrection.ts';
import type { MomentScene } from './scene.ts';
import { Settlement } from './settlement.ts';
import { Streak } from './streak.ts';

export function momentActor(moment: OverlayMoment, scene: MomentScene): Actor {
  switch (moment.kind) {
    case 'settlement':
      return new Settlement(scene, moment.outcome);
    case 'breakthrough':
      return new Breakthrough(scene);
    case 'resurrection':
      return new Resurrection(scene, moment.restored);
    case 'streak':
      return new Streak(scene, moment.streak);
    case 'gameplay':
      // Light and paper in the colours of the style, from both corners.
      return new Settlement(scene, 'cleared');
  }
}
