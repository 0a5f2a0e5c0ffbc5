import type { CallName, Push } from '#shared/contract/backstage.ts';

/**
 * The calls with which a phone may steer the running show. It may not reach a room or another address, change a preset
 * or a setting, read a report, or admit a phone.
 */
const phoneMayCallNames: ReadonlySet<string> = new Set<CallName>([
  'show.subscribe',
  'ledger.page',
  'ledger.habits',
  'ledger.reassign',
  'ledger.undo',
  'late.decide',
  'round.prepare',
  'round.act',
  'round.decideTie',
  'dance.act',
  'overlay.thank',
  'pictures.read',
]);

/** The pushes that a phone gets. Those with secrets, such as the links of widgets, are not among them. */
const phonePushes: ReadonlySet<Push['push']> = new Set<Push['push']>([
  'hello',
  'show',
  'inputs',
  'connection',
  'anchors',
]);

export const phoneMayCall = (name: string): boolean => phoneMayCallNames.has(name);

export const phoneMayGet = ({ push }: Push): boolean => phonePushes.has(push);
