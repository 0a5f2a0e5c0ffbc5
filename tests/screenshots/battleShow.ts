import en from '#locales/en.json' with { type: 'json' };
import ja from '#locales/ja.json' with { type: 'json' };
import zh from '#locales/zh_CN.json' with { type: 'json' };
import type { ScreenClient } from '../support/screenClient.ts';
import type { languages } from './matrix.ts';

type Language = (typeof languages)[number];

const texts: Readonly<Record<Language, typeof en>> = { en, ja, zh_CN: zh };
const ROWS_OF_ROUND = 90;
/** One of this many viewers without an exclusive gift stays unassigned. */
const ONE_WAITS_IN = 9;

/** Plays two settled rounds and a running third, assigns gifts, and makes two widgets. */
export async function playBattle(client: ScreenClient, language: Language): Promise<void> {
  await client.call('rehearsal.open', { size: 'busy', locale: language });
  await client.push((push) => push.push === 'connection' && push.connection.phase === 'live');
  const [preset] = (await client.call('presets.list', {})).presets;
  if (preset === undefined) throw new Error('the rehearsal has made no preset');
  const { version: _version, ...draft } = preset;
  const saved = await client.call('presets.save', { preset: { ...draft, mode: 'battle' } });
  await client.call('session.choosePreset', { presetId: saved.preset.id });
  await client.call('session.act', { action: 'start' });
  const anchors = saved.preset.anchors.map(({ id }) => id);
  // The side of two must not lead too far over the side of three.
  const [first = '', second = '', ...others] = anchors;
  const host = hostWho(client, [first, second, ...anchors]);
  for (let round = 1; round <= 3; round += 1) {
    await client.call('round.prepare', { attacker: others, defender: [first, second] });
    await client.call('round.act', { action: 'start' });
    const before = await rowCount(client);
    while ((await rowCount(client)) < before + ROWS_OF_ROUND) await host.givesOut();
    if (round < 3) await client.call('round.act', { action: 'end' });
  }
  for (const kind of ['ranking', 'pkBar'] as const) {
    await client.call('overlay.create', { kind, name: texts[language][`widgets.kind.${kind}`], language });
  }
}

async function rowCount(client: ScreenClient): Promise<number> {
  return (await client.call('ledger.page', { filter: {}, limit: 1 })).total;
}

/** Binds each viewer to the next anchor and moves their earlier gifts there. */
function hostWho(client: ScreenClient, anchors: readonly string[]): { givesOut(): Promise<void> } {
  const decided = new Set<string>();
  return {
    givesOut: async () => {
      const filter = { target: 'unallocated' } as const;
      const { rows } = await client.call('ledger.page', { filter, limit: 200 });
      for (const { viewerId } of rows) {
        if (decided.has(viewerId)) continue;
        decided.add(viewerId);
        const anchorId = anchors[decided.size % anchors.length];
        if (anchorId === undefined || decided.size % ONE_WAITS_IN === 0) continue;
        await client.call('bindings.bind', { viewerId, anchorId });
        await client.call('ledger.reassignViewer', { viewerId, to: `anchor:${anchorId}` });
      }
    },
  };
}
