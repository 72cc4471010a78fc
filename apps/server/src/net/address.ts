import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The first groups of an IPv6 address, 16 bits each, as a network; nothing for IPv4, also on an IPv6 socket. */
function ipv6Network(address: string, count: number): string | undefined {
  const parsed = isIPv6(address) ? ipaddr.process(address) : undefined;
  if (!(parsed instanceof ipaddr.IPv6)) return undefined;
  const network = parsed.parts.slice(0, count).map((group) => group.toString(16));
  return `${network.join(':')}::/${16 * count}`;
}

/**
 * The key under which limits count an address. A customer of a provider has a whole IPv6 /64 network, so the network is
 * the key; an IPv4 address on an IPv6 socket counts as IPv4.
 */
export const addressKey = (address: string): string =>
  ipv6Network(address, 4) ?? (isIPv6(address) ? ipaddr.process(address).toString() : address.toLowerCase());

/** The IPv6 /48 of an address: the largest usual assignment to a customer, with 65,536 networks of /64. */
export const siteKey = (address: string): string | undefined => ipv6Network(address, 3);

/** A network key for display: the last part of an IPv4 address is hidden. */
export const shortNetwork = (key: string): string => key.replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.x');
