import { z } from 'zod';
import { pictureIdSchema } from './anchors.ts';
import { type Limits, whole } from './rules.ts';

/** The events of a show that can have a sound. */
export const cues = ['gift', 'leadChange', 'lastTen', 'roundEnd', 'resurrection', 'win'] as const;
export type Cue = (typeof cues)[number];

/** The sounds that Ringside has. `shared/sound/ownSounds.ts` describes their tones. */
export const ownSounds = ['spark', 'rise', 'tick', 'gong', 'bloom', 'fanfare', 'chime', 'drop'] as const;
export type OwnSound = (typeof ownSounds)[number];

/** Limits of a sound file of the host: bytes, and seconds. */
export const LARGEST_SOUND = 1024 * 1024;
export const LONGEST_SOUND = 15;

/** The bytes of a sound file in one call: in base64, they fit into the largest request. */
export const SOUND_CHUNK = 120 * 1024;

/** A sound of Ringside, the id of a file of the host, or '' for none. */
export const soundChoiceSchema = z.union([z.enum(ownSounds), pictureIdSchema, z.literal('')]);
export type SoundChoice = z.infer<typeof soundChoiceSchema>;

export const soundLimits = {
  /** Percent. */
  volume: { min: 0, max: 100 },
  /** Diamonds of a whole combo. */
  minDiamonds: { min: 1, max: 1_000_000 },
} as const satisfies Record<string, Limits>;

/** The sounds of a preset or a widget. They are off by default. */
export const soundSettingsSchema = z.object({
  on: z.boolean().default(false),
  volume: whole(soundLimits.volume).default(70),
  /** Minimum value (diamonds of the whole combo) of a gift that has a sound. */
  minDiamonds: whole(soundLimits.minDiamonds).default(100),
  gift: soundChoiceSchema.default('spark'),
  leadChange: soundChoiceSchema.default('rise'),
  lastTen: soundChoiceSchema.default('tick'),
  roundEnd: soundChoiceSchema.default('gong'),
  resurrection: soundChoiceSchema.default('bloom'),
  win: soundChoiceSchema.default('fanfare'),
});
export type SoundSettings = z.infer<typeof soundSettingsSchema>;

/** Whether this is a sound of Ringside. */
export function isOwnSound(choice: string): choice is OwnSound {
  return ownSounds.some((each) => each === choice);
}

/** The ids of the host's files that the settings use. */
export function soundFilesOf(settings: SoundSettings): string[] {
  return cues.map((cue) => settings[cue]).filter((choice) => choice !== '' && !isOwnSound(choice));
}
