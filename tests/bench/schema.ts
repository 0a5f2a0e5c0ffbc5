import protobuf from 'protobufjs';
import type { RecordedMessage } from './recording.ts';

/**
 * The yardstick: a schema of every field that a recording has, at every depth, for protobufjs to decode with.
 * It is learned from the recording itself, so nothing is left out for not being known, and nothing has to be
 * guessed while decoding.
 */
export type FullDecoder = (message: RecordedMessage) => object;

interface Shape {
  fields: Map<number, FieldShape>;
}

interface FieldShape {
  wire: number;
  repeated: boolean;
  values: Uint8Array[];
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
const MAX_DEPTH = 20;

/** A decoder of all fields of all messages of the recording. */
export function learnDecoder(recording: readonly RecordedMessage[]): FullDecoder {
  const types = learnTypes(recording);
  return ({ method, payload }) => {
    const type = types.get(method);
    if (type === undefined) throw new Error(`no type for ${method}`);
    // The library is at its fastest on Node's own kind of bytes.
    return type.decode(Buffer.from(payload.buffer, payload.byteOffset, payload.length));
  };
}

/** The type of each method's messages. */
export function learnTypes(recording: readonly RecordedMessage[]): Map<string, protobuf.Type> {
  const root = new protobuf.Root();
  const types = new Map<string, protobuf.Type>();
  for (const [method, messages] of Map.groupBy(recording, (message) => message.method)) {
    const payloads = messages.map(({ payload }) => payload);
    const type = learnType(root, method, payloads, 0);
    if (type === undefined) throw new Error(`${method} is no protobuf message`);
    types.set(method, type);
  }
  root.resolveAll();
  return types;
}

/** The type that fits all of the values, undefined when there is none. */
function learnType(
  parent: protobuf.NamespaceBase,
  name: string,
  values: readonly Uint8Array[],
  depth: number,
): protobuf.Type | undefined {
  const shape = shapeOf(values);
  if (shape === undefined || depth > MAX_DEPTH) return undefined;
  const type = new protobuf.Type(name);
  parent.add(type);
  for (const [id, field] of shape.fields) {
    const rule = field.repeated ? 'repeated' : undefined;
    type.add(
      new protobuf.Field(`f${id}`, id, fieldType(type, id, field, depth), rule, undefined, { packed: false }),
    );
  }
  return type;
}

function fieldType(type: protobuf.Type, id: number, field: FieldShape, depth: number): string {
  if (field.wire === 0) return 'uint64';
  if (field.wire === 1) return 'fixed64';
  if (field.wire === 5) return 'fixed32';
  const texts = field.values.map(textOf);
  const plain = texts.every((text) => text !== undefined && !hasControls(text));
  if (!plain && learnType(type, `M${id}`, field.values, depth + 1) !== undefined) return `M${id}`;
  return texts.every((text) => text !== undefined) ? 'string' : 'bytes';
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

function hasControls(text: string): boolean {
  return [...text].some((character) => character < ' ');
}

/** Which fields the values have when each of them is a message; undefined when one is not. */
function shapeOf(values: readonly Uint8Array[]): Shape | undefined {
  const fields = new Map<number, FieldShape>();
  for (const value of values) {
    const met = new Set<number>();
    for (const part of partsOf(value) ?? [undefined]) {
      if (part === undefined) return undefined;
      const field = fields.get(part.id) ?? { wire: part.wire, repeated: false, values: [] };
      if (field.wire !== part.wire) return undefined;
      fields.set(part.id, field);
      if (met.has(part.id)) field.repeated = true;
      met.add(part.id);
      if (part.value !== undefined) field.values.push(part.value);
    }
  }
  return fields.size === 0 ? undefined : { fields };
}

interface Part {
  id: number;
  wire: number;
  value: Uint8Array | undefined;
}

/** The top-level fields of a message; undefined for bytes that are none. */
function partsOf(bytes: Uint8Array): Part[] | undefined {
  const reader = protobuf.Reader.create(bytes);
  const parts: Part[] = [];
  try {
    while (reader.pos < reader.len) {
      const tag = reader.uint32();
      const id = tag >>> 3;
      const wire = tag & 7;
      if (id === 0 || wire === 3 || wire === 4) return undefined;
      if (wire === 2) parts.push({ id, wire, value: new Uint8Array(reader.bytes()) });
      else {
        reader.skipType(wire);
        parts.push({ id, wire, value: undefined });
      }
      if (reader.pos > reader.len) return undefined;
    }
  } catch {
    return undefined;
  }
  return parts;
}
