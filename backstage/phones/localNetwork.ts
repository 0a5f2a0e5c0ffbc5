import { createSocket } from 'node:dgram';
import { BlockList, isIPv4 } from 'node:net';
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';

export type Interfaces = NodeJS.Dict<NetworkInterfaceInfo[]>;

/** An address outside of every local network (RFC 5737). No packet is sent to it. */
const ELSEWHERE = '192.0.2.1';
/** Networks of virtual machines and containers, in which no phone is. */
const VIRTUAL = /^(?:docker|veth|br-|virbr|vmnet|vboxnet|vEthernet|cni|flannel)/i;

/** The IPv4 addresses at which phones may reach this machine; the one of the default route first. */
export async function localAddresses(
  interfaces: Interfaces = networkInterfaces(),
  findPreferred: () => Promise<string | null> = addressOfDefaultRoute,
): Promise<string[]> {
  const found = Object.entries(interfaces)
    .filter(([name]) => !VIRTUAL.test(name))
    .flatMap(([, infos = []]) => infos)
    .filter(({ address, internal }) => !internal && isIPv4(address) && !address.startsWith('169.254.'))
    .map(({ address }) => address);
  const preferred = await findPreferred();
  return [...new Set(found)].sort((a, b) => Number(b === preferred) - Number(a === preferred));
}

/** The address from which this machine reaches other networks; null without a network. */
function addressOfDefaultRoute(): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4');
    const end = (address: string | null) => {
      socket.close();
      resolve(address);
    };
    socket.once('error', () => end(null));
    // Connecting a UDP socket only looks up the route.
    socket.connect(9, ELSEWHERE, () => end(socket.address().address));
  });
}

/** Private networks (RFC 1918) and this machine. */
const privateNetworks: readonly (readonly [string, number])[] = [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['127.0.0.0', 8],
];

/**
 * Whether a sender is in a private network or in a network of this machine. A machine with a public address must not
 * serve the rest of the internet.
 */
export function isLocalSender(
  address: string | undefined,
  interfaces: Interfaces = networkInterfaces(),
): boolean {
  if (address === undefined) return false;
  const plain = address.replace(/^::ffff:/, '');
  const local = new BlockList();
  for (const [network, prefix] of privateNetworks) local.addSubnet(network, prefix, 'ipv4');
  for (const { cidr, family } of Object.values(interfaces).flatMap((infos = []) => infos)) {
    const [network, prefix] = cidr?.split('/') ?? [];
    if (family === 'IPv4' && network !== undefined) local.addSubnet(network, Number(prefix), 'ipv4');
  }
  return isIPv4(plain) && local.check(plain, 'ipv4');
}
