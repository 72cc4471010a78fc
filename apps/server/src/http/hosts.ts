import { isIP } from 'node:net';
import { hostname } from 'node:os';

/** The name or address of a `Host` header, in lower case, without port and brackets; nothing if it is invalid. */
export function hostNameOf(header: string | undefined): string | undefined {
  if (!header || !/^[\w.\-:[\]]+$/.test(header) || !URL.canParse(`http://${header}`)) return undefined;
  return new URL(`http://${header}`).hostname.replace(/\.$/, '').replace(/^\[(.*)\]$/, '$1');
}

interface Options {
  publicUrl: string | undefined;
  /** Further names. */
  allowedHosts: readonly string[];
}

/**
 * The host names that requests may use. A name of an attacker that resolves to this server (DNS rebinding) would let
 * the attacker's page read our answers. IP addresses are safe: DNS does not resolve them.
 */
export function createHosts({ publicUrl, allowedHosts }: Options) {
  const machine = hostname().toLowerCase();
  const publicName = publicUrl && new URL(publicUrl).hostname;
  const names = new Set([publicName, 'localhost', machine, `${machine}.local`]);
  for (const name of allowedHosts) names.add(name.toLowerCase());
  return (header: string | undefined): boolean => {
    const name = hostNameOf(header);
    return name !== undefined && (isIP(name) !== 0 || names.has(name));
  };
}
