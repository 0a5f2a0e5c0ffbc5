import * as schema from 'tiktok-live-proto/v3';
import type { RecordedMessage } from './recording.ts';

/**
 * The baseline: the schema package of the most used open connector (tiktok-live-proto), which decodes all known fields
 * into an object.
 */
type ConnectorDecoder = (message: RecordedMessage) => object;

interface MessageType {
  decode(bytes: Uint8Array): object;
}

/** Returns a function that decodes the whole recording. @throws Error for a method that the package lacks. */
export function connectorDecoder(recording: readonly RecordedMessage[]): ConnectorDecoder {
  const known = new Map<string, unknown>(Object.entries(schema));
  const types = new Map<string, MessageType>();
  for (const { method } of recording) {
    const type = known.get(method);
    if (!isMessageType(type)) throw new Error(`the connector's package has no ${method}`);
    types.set(method, type);
  }
  return ({ method, payload }) => {
    const type = types.get(method);
    if (type === undefined) throw new Error(`no type for ${method}`);
    return type.decode(payload);
  };
}

/** The messages that the package can decode: it rejects some generated ones. */
export function readable(recording: readonly RecordedMessage[]): RecordedMessage[] {
  const decode = connectorDecoder(recording);
  return recording.filter((message) => {
    try {
      decode(message);
      return true;
    } catch {
      return false;
    }
  });
}

function isMessageType(value: unknown): value is MessageType {
  return (
    typeof value === 'object' && value !== null && 'decode' in value && typeof value.decode === 'function'
  );
}
