import { RingsideError } from '#shared/contract/error.ts';
import type { OverlayRound } from '#shared/contract/overlay/state.ts';
import { type Cue, LARGEST_SOUND, SOUND_CHUNK, type SoundSettings } from '#shared/contract/sound.ts';
import { breakthroughs, effectOf, roundLeader, shownRound } from '#shared/game/round/view.ts';
import type { GameState } from '#shared/game/state.ts';
import { buildWinner, winnersOf } from '#shared/overlay/buildRound.ts';
import { MIN_STREAK } from '#shared/overlay/moments.ts';
import { type CueRound, CueWatch, type GiftFacts } from '#shared/sound/cues.ts';
import { type ExtraCue, levelCue, type PackSounds, replacedBy } from '#shared/sound/packSounds.ts';
import { SoundPlayer } from '#shared/sound/player.ts';
import { base64Parts } from '../parts.ts';
import type { Ringside } from '../ringside.ts';
import type { ShowEngine } from './engine.ts';

type Call = Pick<Ringside, 'call'>['call'];

const players = new WeakMap<object, SoundPlayer>();

/** Returns the player of a tool, which also has the host's files. The first call creates it. */
export function soundPlayerOf(ringside: Pick<Ringside, 'call' | 'link'>): SoundPlayer {
  const known = players.get(ringside.link);
  if (known !== undefined) return known;
  const player = new SoundPlayer({
    open: () => new AudioContext(),
    read: async (id) => {
      const data = (await ringside.call('pictures.read', { pictures: [id] })).pictures[0]?.data ?? '';
      return Uint8Array.from(atob(data.slice(data.indexOf(',') + 1)), (char) => char.charCodeAt(0)).buffer;
    },
    now: () => performance.now(),
  });
  players.set(ringside.link, player);
  return player;
}

/** Sends a sound file in parts. Returns its id. @throws RingsideError `sound.tooLarge` and what the backstage throws. */
export async function uploadSound(file: Blob, call: Call): Promise<string> {
  // Do not read a file that would be refused.
  if (file.size > LARGEST_SOUND)
    throw new RingsideError('sound.tooLarge', { limit: Math.round(LARGEST_SOUND / 1024 ** 2) });
  if (file.size === 0) throw new RingsideError('sound.invalid');
  const bytes = new Uint8Array(await file.arrayBuffer());
  let answer = { id: '', sound: '' };
  for (const { offset, data } of base64Parts(bytes, SOUND_CHUNK)) {
    answer = await call('sounds.put', { id: answer.id, size: bytes.length, offset, data });
  }
  return answer.sound;
}

/** How often (ms) the end of the round is looked at. */
const TICK_MS = 250;

interface ShowSounds {
  engine: Pick<ShowEngine, 'state' | 'showId' | 'phase' | 'subscribe' | 'onRows'>;
  player: Pick<SoundPlayer, 'play' | 'prepare'>;
  /** The sounds of the packs of these choices. */
  packSounds(choices: readonly string[]): PackSounds;
  now(): number;
  every(ms: number, run: () => void): () => void;
  /** Whether this window plays, of all windows that are open. */
  isOurs(): boolean;
}

/** Plays the sounds of the preset of the open show. Returns the function that ends it. */
export function playShowSounds({ engine, player, packSounds, now, every, isOurs }: ShowSounds): () => void {
  const watch = new CueWatch();
  /** The combos of this page by row. Rows that only grow are in the ledger already. */
  const rows = new Map<number, GiftFacts>();
  let prepared: object | null = null;
  const settings = () => engine.state.preset?.sound ?? null;
  let packs: PackSounds = {};
  /** What packs have sounds for: the level of the effect, the breakthroughs and the streak of the winner. */
  let before: PackEvents | null = null;
  const play = (found: readonly Cue[], sound: SoundSettings) => {
    if (isOurs()) for (const cue of found) void player.play(cue, sound, replacedBy(cue, packs));
  };
  const playPackCues = (sound: SoundSettings) => {
    const events = packEventsIn(engine.state, engine.showId);
    if (isOurs()) {
      for (const cue of packCuesBetween(before, events)) {
        const file = packs[cue];
        if (file !== undefined) void player.play(cue, sound, file);
      }
    }
    before = events;
  };
  const follow = () => {
    const sound = settings();
    if (engine.phase !== 'following' || sound === null) return;
    const { style, scene, lineColor } = engine.state.preset?.effects ?? {};
    packs = packSounds([style ?? '', scene ?? '', lineColor ?? '']);
    if (sound !== prepared) player.prepare(sound, Object.values(packs));
    prepared = sound;
    // First the win: a streak gives way to it.
    play(watch.update(engine.showId, cueRoundIn(engine.state), now()), sound);
    playPackCues(sound);
  };
  const leaveRows = engine.onRows((events) => {
    const sound = settings();
    // A storm must cost nothing without sounds.
    if (!sound?.on) return;
    for (const event of events) {
      if (event.kind === 'opened') {
        const { rowId, at, lastAt, unitDiamonds, count } = event.row;
        rows.set(rowId, { at, lastAt, unitDiamonds, count });
      } else if (event.kind === 'grew') {
        const { rowId, at, count } = event.growth;
        const row = rows.get(rowId);
        if (row !== undefined) rows.set(rowId, { ...row, lastAt: at, count: row.count + count });
      }
    }
    for (const oldest of rows.keys()) {
      if (rows.size <= MOST_ROWS) break;
      rows.delete(oldest);
    }
    play(watch.gifts(gifts(rows), sound.minDiamonds, now()), sound);
  });
  watch.gifts({}, 1, now());
  const leave = engine.subscribe(follow);
  const stop = every(TICK_MS, () => {
    const sound = settings();
    if (sound !== null) play(watch.tick(now()), sound);
  });
  return () => {
    leaveRows();
    leave();
    stop();
  };
}

/** Combos that may still grow to the minimum value. */
const MOST_ROWS = 200;

const gifts = (rows: ReadonlyMap<number, GiftFacts>): Record<string, GiftFacts> =>
  Object.fromEntries([...rows].map(([row, facts]) => [String(row), facts]));

interface PackEvents {
  showId: string | null;
  roundId: number;
  level: number;
  breakthroughs: number;
  streak: number;
}

function packEventsIn(state: GameState, showId: string | null): PackEvents {
  const round = shownRound(state);
  return {
    showId,
    roundId: round?.id ?? 0,
    level: round?.kind === 'battle' ? effectOf(round).level : 0,
    breakthroughs: round === null ? 0 : breakthroughs(round).length,
    streak: round?.settlement == null ? 0 : (buildWinner(state).last?.streak ?? 0),
  };
}

/** The cues of packs between two states. The first state of a show has none. */
function packCuesBetween(before: PackEvents | null, now: PackEvents): ExtraCue[] {
  if (before === null || before.showId !== now.showId) return [];
  const isNew = before.roundId !== now.roundId;
  const level = levelCue(isNew ? 0 : before.level, now.level);
  const found: ExtraCue[] = level === null ? [] : [level];
  if (now.breakthroughs > (isNew ? 0 : before.breakthroughs)) found.push('breakthrough');
  if (!isNew && before.streak === 0 && now.streak >= MIN_STREAK) found.push('streak');
  return found;
}

function cueRoundIn(state: GameState): CueRound | null {
  const round = shownRound(state);
  if (round === null) return null;
  const { id, kind, phase, settlement } = round;
  const outcome: OverlayRound['outcome'] = settlement?.outcome;
  const { length, ran, since } = round.countdown;
  return {
    id,
    kind,
    phase,
    countdown: { length, ran, since },
    outcome,
    hasWinners: winnersOf(round).length > 0,
    leader: kind === 'battle' || kind === 'ranking' ? roundLeader(state, round) : null,
  };
}
