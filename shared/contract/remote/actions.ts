import { z } from 'zod';
import { ledgerCalls } from '../calls/ledger.ts';
import { rehearsalSizes, roomCalls } from '../calls/room.ts';
import { roundCalls } from '../calls/show.ts';
import { languageSchema } from '../language.ts';
import type { RemoteSection } from './state.ts';

/* The actions of the key map by name, with their parameters. */

interface RemoteActionFacts<P extends z.ZodObject = z.ZodObject> {
  /** What it does, for the OpenAPI document. */
  summary: string;
  params: P;
  /** The sections that the decision depends on: `ifRevision` is stale once one of them has changed. */
  reads: readonly RemoteSection[];
  /** The action needs an open tool page, which runs it as if its key were pressed. */
  onScreen?: true;
}

const none = z.strictObject({});
const presetId = z.string().max(64);

/** Gifts of the queue: those of `group`, by default the first group, or only the rows `rowIds`. */
const waiting = z.strictObject({
  group: z
    .string()
    .max(300)
    .optional()
    .describe('The key of a group in the queue. Default: the first group.'),
  rowIds: z
    .array(z.number().int().positive())
    .min(1)
    .max(500)
    .optional()
    .describe('Ledger rows instead of a group.'),
});
const late = waiting.pick({ group: true });

const reading =
  (...reads: RemoteSection[]) =>
  <P extends z.ZodObject>(summary: string, params: P) => ({ summary, params, reads });
const show = reading('show');
const connection = reading('connection');
const round = reading('show', 'round');
const corrections = reading('corrections');
const queue = reading('anchors', 'round', 'queue');
const screen = (summary: string) => ({ summary, params: none, reads: [], onScreen: true as const });

const anchor = (place: number) =>
  queue(
    `Gives the gifts to anchor ${place}.`,
    waiting.extend({
      viewer: z.boolean().optional().describe('Gives all unallocated gifts of the viewer in this round.'),
    }),
  );

export const remoteActions = {
  'session.start': show('Starts the session.', none),
  'session.pause': show('Pauses the session.', none),
  'session.resume': show('Resumes the session.', none),
  'session.end': show('Ends the session, without a question.', none),
  'room.focus': screen('Focuses the field for the room.'),
  'room.close': connection('Closes the connection to the room.', none),
  'line.switch': connection(
    'Connects to the same room on the other line.',
    z.strictObject({ lineId: roomCalls['room.open'].args.shape.lineId.optional() }),
  ),
  'rehearsal.open': connection(
    'Opens a rehearsal. Closing the show of a real room needs `confirm`.',
    z.strictObject({
      size: z.enum(rehearsalSizes).default('normal'),
      locale: languageSchema.default('en'),
      confirm: z.boolean().optional(),
    }),
  ),
  'preset.focus': screen('Focuses the list of presets.'),
  'preset.edit': screen('Opens the preset of the show.'),
  'preset.make': screen('Opens the form for a new preset.'),
  'preset.apply': show(
    'Gives the show a preset, by default the saved version of its own.',
    z.strictObject({ presetId: presetId.optional() }),
  ),
  'preset.last': show('Gives the show the preset of the latest show.', none),
  'gaps.open': screen('Opens the list of gaps.'),
  'bindings.suspend': show(
    'Suspends all bindings, or restores them. Without `on`: the opposite of now.',
    z.strictObject({ on: z.boolean().optional() }),
  ),
  'round.prepare': round('Prepares the next round.', z.strictObject(roundCalls['round.prepare'].args.shape)),
  'round.start': round('Starts the prepared round.', none),
  'round.pause': round('Pauses the round.', none),
  'round.resume': round('Resumes the round.', none),
  'round.end': round('Ends the round, or its delay, without a question.', none),
  'round.sides': screen('Opens the choice of sides.'),
  'round.settle': round('Settles the latest round again.', none),
  'thanks.send': round('Shows the thank-you card of the latest settled round on stream.', none),
  'tie.focus': screen('Focuses the answers to a tie of lowest scores.'),
  'tie.nobody': round('Decides a tie of lowest scores: nobody goes out.', none),
  'dance.next': reading('show', 'dances')(
    'Starts the next dance or the named one. Ends the running one if none waits.',
    z.strictObject({ danceId: z.number().int().positive().optional() }),
  ),
  'bonus.run': reading()(
    'Starts the time bonuses that the host starts, or stops them. Without `on`: the opposite of now.',
    z.strictObject({ on: z.boolean().optional() }),
  ),
  'team.open': screen('Opens the list of anchors.'),
  'stage.fold': screen('Folds or unfolds the stage.'),
  'late.accept': queue('Counts late gifts in their round.', late),
  'late.leave': queue('Leaves late gifts out of their round.', late),
  'gift.add': reading('anchors', 'round')(
    'Adds a gift that was never received.',
    z.strictObject(ledgerCalls['gift.add'].args.shape),
  ),
  'anchor.1': anchor(1),
  'anchor.2': anchor(2),
  'anchor.3': anchor(3),
  'anchor.4': anchor(4),
  'anchor.5': anchor(5),
  'anchor.6': anchor(6),
  'anchor.7': anchor(7),
  'anchor.8': anchor(8),
  'anchor.9': anchor(9),
  'anchor.none': queue('Leaves the gifts unallocated.', waiting),
  'side.attacker': queue('Gives the gifts to the attacking side.', waiting),
  'side.defender': queue('Gives the gifts to the defending side.', waiting),
  'ledger.uncount': queue('Does not count the gifts.', waiting),
  'ledger.undo': corrections(
    'Undoes a correction, by default the newest one.',
    z.strictObject({ seq: z.number().int().positive().optional() }),
  ),
  'ledger.redo': corrections('Takes back the newest undo of this program.', none),
  'ledger.focus': screen('Focuses the list of gifts.'),
  'ledger.unallocated': screen('Shows only unallocated gifts, or all.'),
  'viewers.focus': screen('Focuses the list of viewers.'),
  'viewers.pin': reading()(
    "Pins a viewer's binding, or unpins it.",
    z.strictObject({ viewerId: z.string().max(200), pinned: z.boolean() }),
  ),
  'wall.open': screen('Opens the wall, or leaves it.'),
  'frame.dark': screen('Changes between dark and light.'),
  'frame.help': screen('Opens the help.'),
} as const satisfies Record<string, RemoteActionFacts>;

export type RemoteAction = keyof typeof remoteActions;

export const remoteActionNames = Object.keys(remoteActions) as RemoteAction[];

const facts: Readonly<Record<RemoteAction, RemoteActionFacts>> = remoteActions;

export const remoteActionFacts = (action: RemoteAction): RemoteActionFacts => facts[action];

export const isRemoteAction = (name: string): name is RemoteAction => Object.hasOwn(remoteActions, name);

/** 1 to 200 visible ASCII characters. */
export const idempotencyKeySchema = z.string().regex(/^[\x21-\x7e]{1,200}$/);

/** The result of an action. */
export const actionResultSchema = z.object({
  /** The revision of the state in which the effect is visible. */
  revision: z.number().int(),
  /** The number of the action's input in the journal; null if it stores none. */
  seq: z.number().int().nullable(),
  /** How many tool pages got an action that runs on a page; how many overlays show the card of `thanks.send`. */
  pages: z.number().int().optional(),
});
export type ActionResult = z.infer<typeof actionResultSchema>;
