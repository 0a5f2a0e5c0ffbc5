import { createSocket } from 'node:dgram';

interface DnsServer {
  /** As `address:port`. */
  address: string;
  /** The requested names. */
  asked: string[];
  close(): void;
}

const HEADER_BYTES = 12;
const TYPE_A = 1;

/**
 * Starts a DNS server on this machine. It answers questions for IPv4 addresses from the table, and all other types with
 * no address. It never answers for names that the table does not have.
 */
export async function startDnsServer(table: Readonly<Record<string, readonly string[]>>): Promise<DnsServer> {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = questionOf(query);
    asked.push(name);
    const addresses = table[name];
    if (addresses !== undefined) {
      socket.send(answerTo(query.subarray(0, end), type === TYPE_A ? addresses : []), port, address);
    }
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return { address: `127.0.0.1:${socket.address().port}`, asked, close: () => socket.close() };
}

function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** Turns a question into a response with a record for each address. */
function answerTo(question: Buffer, addresses: readonly string[]): Buffer {
  const head = Buffer.from(question);
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(addresses.length, 6);
  head.writeUInt32BE(0, 8);
  const records = addresses.map((address) =>
    // A pointer to the name in the question, type A, class IN, 60 s, four bytes.
    Buffer.from([0xc0, HEADER_BYTES, 0, TYPE_A, 0, 1, 0, 0, 0, 60, 0, 4, ...address.split('.').map(Number)]),
  );
  return Buffer.concat([head, ...records]);
}
