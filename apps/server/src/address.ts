import { isIPv6 } from 'node:net';

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * The key under which limits count an address. A customer of a provider has a whole IPv6 /64 network, so the network is
 * the key; an IPv4 address on an IPv6 socket counts as IPv4.
 */
export function addressKey(address: string): string {
  const ipv4 = MAPPED_IPV4.exec(address)?.[1];
  if (ipv4 !== undefined) return ipv4;
  if (!isIPv6(address)) return address.toLowerCase();
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const groups = (part: string) => part.split(':').filter(Boolean);
  const left = groups(head);
  const gap = tail === undefined ? 0 : 8 - left.length - groups(tail).length;
  const all = [...left, ...Array<string>(gap).fill('0'), ...groups(tail ?? '')];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/** A network key for display: the last part of an IPv4 address is hidden. */
export const shortNetwork = (key: string): string => key.replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.x');
