import type { CallName } from '#shared/contract/backstage.ts';

/**
 * The calls that a visitor may make in their own rehearsal. Calls that reach a live room, the platform or another
 * address need an account, and so do calls that change how the server reaches them.
 */
const visitorCalls: readonly CallName[] = [
  'show.subscribe',
  'show.list',
  'show.delete',
  'show.restore',
  'report.read',
  'report.viewers',
  'report.audit',
  'room.close',
  'rehearsal.open',
  'gifts.learned',
  'inspect.messages',
  'session.choosePreset',
  'session.act',
  'bindings.bind',
  'bindings.pin',
  'bindings.suspend',
  'ledger.page',
  'ledger.reassign',
  'ledger.reassignViewer',
  'ledger.place',
  'ledger.undo',
  'ledger.habits',
  'late.decide',
  'gift.add',
  'round.prepare',
  'round.act',
  'round.resurrect',
  'round.pledge',
  'anchors.knockOut',
  'round.decideTie',
  'dance.act',
  'presets.list',
  'presets.save',
  'presets.delete',
  'presets.restore',
  'lines.list',
  'overlay.list',
  'overlay.create',
  'overlay.update',
  'overlay.delete',
  'overlay.restore',
  'overlay.revoke',
  'pictures.put',
  'pictures.read',
  'replay.open',
  'replay.markers',
  'replay.inputs',
];

const names: ReadonlySet<string> = new Set(visitorCalls);

export const visitorMayCall = (name: string): boolean => names.has(name);
