import { isIPv6 } from 'node:net';

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** The first groups of an IPv6 address, 16 bits each, as a network; nothing for IPv4. */
function ipv6Network(address: string, count: number): string | undefined {
  if (!isIPv6(address) || MAPPED_IPV4.test(address)) return undefined;
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const groups = (part: string) => part.split(':').filter(Boolean);
  const left = groups(head);
  const gap = tail === undefined ? 0 : 8 - left.length - groups(tail).length;
  const all = [...left, ...Array<string>(gap).fill('0'), ...groups(tail ?? '')];
  const network = all.slice(0, count).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/${16 * count}`;
}

/**
 * The key under which limits count an address. A customer of a provider has a whole IPv6 /64 network, so the network is
 * the key; an IPv4 address on an IPv6 socket counts as IPv4.
 */
export const addressKey = (address: string): string =>
  ipv6Network(address, 4) ?? MAPPED_IPV4.exec(address)?.[1] ?? address.toLowerCase();

/** The IPv6 /48 of an address: the largest usual assignment to a customer, with 65,536 networks of /64. */
export const siteKey = (address: string): string | undefined => ipv6Network(address, 3);

/** A network key for display: the last part of an IPv4 address is hidden. */
export const shortNetwork = (key: string): string => key.replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.x');
