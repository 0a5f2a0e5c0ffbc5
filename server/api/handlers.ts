import type { z } from 'zod';
import type { Access, ApiCall } from '#shared/contract/api/call.ts';
import type { Db } from '../database/open.ts';
import type { BareContext, CallContext, Caller, SignedInContext } from './context.ts';

export interface Input<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> {
  params: z.output<P>;
  query: z.output<Q>;
  body: z.output<B>;
}

export interface RawInput {
  params: unknown;
  query: unknown;
  body: unknown;
}

/** An answer that is a file. */
export class FileAnswer {
  readonly name: string;
  readonly content: string;

  constructor(name: string, content: string) {
    this.name = name;
    this.content = content;
  }
}

/** What came does not fit the call's schemas. */
export class InvalidInput extends Error {
  readonly issues: z.ZodError;

  constructor(issues: z.ZodError) {
    super('invalid input');
    this.name = 'InvalidInput';
    this.issues = issues;
  }
}

/** A call with what answers it; parses its input, and throws InvalidInput where that is not valid. */
export interface BoundCall {
  call: ApiCall;
  /** The key of the message of success. */
  message: string;
  run(raw: RawInput, asked: Asked): Promise<unknown>;
}

export interface Asked {
  context: BareContext;
  /** Resolves once accounts can be used. */
  database(): Promise<Db>;
  caller: Caller | null;
}

type Answer<D extends z.ZodType> = z.input<D> | FileAnswer;

/** Binds a call that anybody may make. */
export function open<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, D extends z.ZodType>(
  call: ApiCall<P, Q, B, D, 'public'>,
  handler: (input: Input<P, Q, B>, context: CallContext) => Promise<Answer<D>>,
  message = 'api.ok',
): BoundCall {
  return {
    call,
    message,
    run: async (raw, { context, database }) =>
      handler(parse(call, raw), { ...context, db: await database() }),
  };
}

/** Binds a call that anybody may make and that needs no database: it is answered also while there is none. */
export function bare<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, D extends z.ZodType>(
  call: ApiCall<P, Q, B, D, 'public'>,
  handler: (input: Input<P, Q, B>, context: BareContext) => Promise<Answer<D>>,
  message = 'api.ok',
): BoundCall {
  return { call, message, run: async (raw, { context }) => handler(parse(call, raw), context) };
}

/** Binds a call for those who are signed in; the permission has been checked when the handler runs. */
export function guarded<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, D extends z.ZodType>(
  call: ApiCall<P, Q, B, D, Exclude<Access, 'public'>>,
  handler: (input: Input<P, Q, B>, context: SignedInContext) => Promise<Answer<D>>,
  message = 'api.ok',
): BoundCall {
  return {
    call,
    message,
    run: async (raw, { context, database, caller }) => {
      if (caller === null) throw new Error(`${call.path} ran without a caller`);
      return handler(parse(call, raw), { ...context, db: await database(), caller });
    },
  };
}

function parse<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType>(
  call: ApiCall<P, Q, B>,
  raw: RawInput,
): Input<P, Q, B> {
  return {
    params: parsePart(call.params, raw.params),
    query: parsePart(call.query, raw.query),
    body: parsePart(call.body, raw.body),
  };
}

function parsePart<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new InvalidInput(parsed.error);
  return parsed.data;
}
