import type { CallHandlers } from '#shared/contract/backstage.ts';
import type { Core } from '../core.ts';
import { readSource } from '../report/source.ts';
import { readThanks } from '../report/thanks.ts';

type Names =
  | 'overlay.list'
  | 'overlay.create'
  | 'overlay.update'
  | 'overlay.delete'
  | 'overlay.restore'
  | 'overlay.revoke'
  | 'overlay.thanks'
  | 'overlay.thank'
  | 'overlay.bonus'
  | 'overlay.bonuses'
  | 'overlay.test'
  | 'overlay.movePort';

/** Handles requests about widgets and their links. Every operator may change them; all screens get the change. */
export function overlayCalls(core: Core): Pick<CallHandlers, Names> {
  const { overlays, packs } = core;
  /** A widget may have chosen a pack that is not there. */
  const changed = <T>(answer: T): T => {
    packs.updateNotice();
    return answer;
  };
  const thanksOfRound = (roundId: number) =>
    readSource(core, undefined, (source) => readThanks(source, roundId));
  return {
    'overlay.list': async () => ({ links: overlays.list(), problem: overlays.problem }),
    'overlay.create': async ({ kind, name, language }) => ({ link: overlays.create(kind, name, language) }),
    'overlay.update': async ({ id, name, options, changedAt }) =>
      changed({ link: overlays.update(id, name, options, changedAt) }),
    'overlay.delete': async ({ id }) => {
      overlays.delete(id);
      return changed({});
    },
    'overlay.restore': async ({ id }) => changed({ link: overlays.restore(id) }),
    'overlay.revoke': async ({ id }) => ({ link: overlays.revoke(id) }),
    'overlay.thanks': async ({ roundId }) => ({ thanks: await thanksOfRound(roundId) }),
    'overlay.thank': async ({ roundId }) => ({ pages: overlays.thank(await thanksOfRound(roundId)) }),
    'overlay.bonus': async ({ id, run }) => ({ link: overlays.runBonus(id, run) }),
    'overlay.bonuses': async ({ on }) => ({ running: overlays.runBonuses(on) }),
    'overlay.test': async ({ id, test }) => ({ link: overlays.test(id, test) }),
    'overlay.movePort': async () => {
      await overlays.movePort();
      return {};
    },
  };
}
