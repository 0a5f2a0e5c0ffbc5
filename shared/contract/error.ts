import { z } from 'zod';

/**
 * All problems that Ringside reports, by code. Each code is also a text key in the locale files (`error.<code>`), so
 * that a screen translates the message, not the code that reports it.
 */
export const errorCodes = [
  'invalid',
  'internal',
  'username.required',
  'username.invalid',
  'username.mismatch',
  'room.noInfo',
  'room.notLive',
  'room.noSuchUser',
  'room.blocked',
  'room.wayRefused',
  'room.paced',
  'page.needsBrowser',
  'page.noBrowser',
  'page.noSocket',
  'page.crashed',
  'page.tooMuch',
  'page.signIn',
  'page.ageGate',
  'page.captcha',
  'page.region',
  'room.rateLimited',
  'room.unreachable',
  'room.signKeyMissing',
  'room.signRefused',
  'room.relayRefused',
  'room.hostNotAllowed',
  'room.floods',
  'room.ended',
  'room.switchNeedsConfirm',
  'room.copiedFolder',
  'task.previousFirst',
  'session.notStarted',
  'session.ended',
  'session.notAllowed',
  'session.noShow',
  'session.paused',
  'show.onStage',
  'show.uncounted',
  'round.notAllowed',
  'round.notInMode',
  'round.sidesRequired',
  'round.sidesOverlap',
  'round.anchorRequired',
  'round.unknown',
  'round.noSides',
  'round.noTie',
  'picture.invalid',
  'picture.tooLarge',
  'preset.nameRequired',
  'preset.nameTaken',
  'preset.notFound',
  'preset.tooLarge',
  'preset.tooMany',
  'preset.tooMuch',
  'preset.fileUnreadable',
  'preset.fileNewer',
  'preset.fileField',
  'preset.stale',
  'anchor.nicknameRequired',
  'anchor.duplicate',
  'anchor.unknown',
  'anchor.out',
  'anchor.notOut',
  'anchor.outForGood',
  'anchor.streakTooShort',
  'gift.duplicate',
  'gift.required',
  'gift.infoFirst',
  'gift.priceRange',
  'duration.range',
  'number.least',
  'number.most',
  'number.whole',
  'effects.level1',
  'effects.level2',
  'effects.level3',
  'dance.none',
  'gameplay.nameRequired',
  'gameplay.duplicate',
  'viewer.nameRequired',
  'viewer.unknown',
  'viewer.notBound',
  'viewer.stale',
  'ledger.rowUnknown',
  'ledger.nothingToUndo',
  'ledger.stale',
  'ledger.notLate',
  'line.unknown',
  'line.invalidAddress',
  'line.stale',
  'display.itemRequired',
  'overlay.notFound',
  'overlay.stale',
  'overlay.tooMany',
  'overlay.portTaken',
  'overlay.noPort',
  'obs.closed',
  'obs.password',
  'obs.version',
  'obs.noBrowserSource',
  'obs.lost',
  'obs.refused',
  'phone.unavailable',
  'phone.noNetwork',
  'phone.notFound',
  'phone.tooMany',
  'phone.portTaken',
  'phone.notAllowed',
  'replay.readOnly',
  'recording.unreadable',
  'recording.notFound',
  'rehearsal.unavailable',
  'rehearsal.sizeNeedsAccount',
  'rehearsal.timeUp',
  'storage.unwritable',
  'storage.inUse',
  'storage.full',
  'storage.quota',
  'storage.nearQuota',
  'storage.quotaOfVisitor',
  'storage.corrupt',
  'storage.newer',
  'storage.newerShow',
  'storage.roomUnknown',
  'cluster.otherServer',
  'cluster.unreachable',
  'connection.lost',
  'clock.ahead',
  'clock.behind',
  'account.required',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** Values for the placeholders of the translated text, for example `{ seconds: 30 }`. */
export const errorParamsSchema = z.record(z.string(), z.union([z.string(), z.number()]));
export type ErrorParams = z.infer<typeof errorParamsSchema>;

export const problemSchema = z.object({
  code: z.enum(errorCodes),
  params: errorParamsSchema.optional(),
});

/** A problem as it is sent between processes. */
export type Problem = z.infer<typeof problemSchema>;

/** The error that Ringside throws on purpose. Any other exception is a defect. */
export class RingsideError extends Error {
  readonly problem: Problem;

  constructor(code: ErrorCode, params?: ErrorParams) {
    super(params === undefined ? code : `${code} ${JSON.stringify(params)}`);
    this.name = 'RingsideError';
    this.problem = params === undefined ? { code } : { code, params };
  }

  static of({ code, params }: Problem): RingsideError {
    return new RingsideError(code, params);
  }
}
