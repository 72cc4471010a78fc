import { readFileSync } from 'node:fs';
import { BlockList, isIPv6, type Socket } from 'node:net';
import type { Config } from '../../base/config.ts';
import type { Context } from '../../base/context.ts';
import { addressKey, siteKey } from '../../net/address.ts';

const NAMED: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Addresses and networks of a setting such as `loopback, 10.0.0.7, 192.168.0.0/16`. */
function listOf(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries.flatMap((name) => NAMED[name] ?? [name])) {
    const [network = '', bits] = entry.split('/');
    const family = isIPv6(network) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(network, family);
    else list.addSubnet(network, Number(bits), family);
  }
  return list;
}

/** Counts open items by key, at most `max` of each. */
export function createCounter(max: number) {
  const counts = new Map<string, number>();
  const isFull = (key: string, share = 1) => (counts.get(key) ?? 0) >= share * max;
  return {
    /** True when a share of `max` is reached. */
    isFull,
    /** Returns the function that ends the count, or nothing when there are `max`. */
    enter(key: string): (() => void) | undefined {
      if (isFull(key)) return undefined;
      counts.set(key, (counts.get(key) ?? 0) + 1);
      return () => {
        const left = (counts.get(key) ?? 1) - 1;
        if (left > 0) counts.set(key, left);
        else counts.delete(key);
      };
    },
  };
}

/**
 * True for loopback (unless it is limited) and for trusted proxies: all clients behind them share one address, so it
 * identifies none of them.
 */
export function createExemption(isLoopbackLimited: boolean, trustedProxies: string | undefined) {
  const proxies = (trustedProxies ?? '').split(',').map((entry) => entry.trim());
  const exempt = listOf([...proxies.filter(Boolean), ...(isLoopbackLimited ? [] : ['loopback'])]);
  return (address: string) => exempt.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** Connections of an IPv6 /48, as a multiple of those of one address (/64). */
const ADDRESSES_PER_SITE = 4;

/** Counts open connections by address (an IPv6 /64 is one) and by IPv6 /48. */
export function createConnectionLimit(perAddress: number, isExempt: (address: string) => boolean) {
  const addresses = createCounter(perAddress);
  const sites = createCounter(ADDRESSES_PER_SITE * perAddress);
  function enter(address: string): (() => void) | undefined {
    const leaveAddress = addresses.enter(addressKey(address));
    const site = siteKey(address);
    if (!leaveAddress || site === undefined) return leaveAddress;
    const leaveSite = sites.enter(site);
    if (!leaveSite) leaveAddress();
    return (
      leaveSite &&
      (() => {
        leaveAddress();
        leaveSite();
      })
    );
  }
  return {
    /** True when a share of a limit is reached. */
    isFull(address: string, share = 1): boolean {
      if (isExempt(address)) return false;
      const site = siteKey(address);
      return (
        addresses.isFull(addressKey(address), share) || (site !== undefined && sites.isFull(site, share))
      );
    },
    /** False for a connection above a limit. */
    admit(socket: Socket): boolean {
      const address = socket.remoteAddress;
      // Without an address the client has disconnected already.
      if (address === undefined || isExempt(address)) return true;
      const leave = enter(address);
      if (leave) socket.on('close', leave);
      return leave !== undefined;
    },
  };
}

/** For the database, the log, the files of the console, and the listening sockets of both ports (`net/ports.ts`). */
const RESERVED_FILES = 512;
const SHARE_OF_BOARDS = 0.75;

/** Splits the descriptors between boards and browsers, so that neither exhausts those of the other. Without a known limit both are unlimited. */
export function shareDescriptors(limit: number | undefined): { boards: number; browsers: number } {
  if (limit === undefined) return { boards: Number.POSITIVE_INFINITY, browsers: Number.POSITIVE_INFINITY };
  const free = Math.max(2, limit - RESERVED_FILES);
  const boards = Math.max(1, Math.floor(free * SHARE_OF_BOARDS));
  return { boards, browsers: free - boards };
}

/** The most files and sockets that this process may open (`ulimit -n`); unknown where there is no /proc. */
export function readDescriptorLimit(): number | undefined {
  try {
    const [, soft = ''] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === '' ? undefined : Number(soft);
  } catch {
    return undefined;
  }
}

/** Splits the file descriptors between boards and browsers, so that neither exhausts those of the other. */
export function connectionsOf(config: Config) {
  const limit = readDescriptorLimit();
  const share = shareDescriptors(limit);
  const boards = Math.min(config.MQTT_MAX_CONNECTIONS, share.boards);
  return { limit, boards, browsers: Math.min(config.HTTP_MAX_CONNECTIONS, share.browsers) };
}

/** Limits of the broker. */
export function brokerLimits({ config, onProgress }: Pick<Context, 'config' | 'onProgress'>) {
  const { limit, boards, browsers } = connectionsOf(config);
  if (boards < config.MQTT_MAX_CONNECTIONS || browsers < config.HTTP_MAX_CONNECTIONS)
    onProgress(
      `the system allows this process ${limit} open files (ulimit -n), so at most ${boards} boards (MQTT_MAX_CONNECTIONS) and ${browsers} connections of browsers (HTTP_MAX_CONNECTIONS) are accepted`,
    );
  const isExempt = createExemption(config.LIMIT_LOOPBACK, config.TRUSTED_PROXIES);
  const isNear = createExemption(false, config.TRUSTED_PROXIES);
  return {
    maxConnections: boards,
    /** Plain MQTT: from this machine, by any of its addresses, and from a proxy that has TLS. */
    admitPlain: ({ remoteAddress = '', localAddress }: Socket) =>
      config.MQTT_ALLOW_PLAIN || remoteAddress === localAddress || isNear(remoteAddress),
    admit: createConnectionLimit(config.MQTT_CONNECTIONS_PER_ADDRESS, isExempt).admit,
    messageLimits: {
      eventsPerMinute: config.MQTT_EVENTS_PER_MINUTE,
      framesPerSecond: config.MQTT_FRAMES_PER_SECOND,
    },
  };
}
