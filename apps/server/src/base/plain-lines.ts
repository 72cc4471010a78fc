import { isLoopbackName } from '@manoboard/domain/installation/addresses';

const isHere = (host: string) => isLoopbackName(host.replace(/^\[|\]$/g, ''));

/** Hosts and parameters of `scheme://user:password@a:1,b:2/name?…`, which is no URL with several hosts. */
function partsOf(address: string) {
  const [, hosts = '', query = ''] = /^\w+:\/\/(?:[^/?]*@)?([^/?]*)[^?]*\??(.*)$/.exec(address) ?? [];
  const names = hosts.split(',').map((host) => decodeURIComponent(host.replace(/:\d+$/, '')));
  return { names, query: new URLSearchParams(query) };
}

/** A socket of this machine, loopback, or TLS with a checked certificate. `no-verify` would let anybody answer. */
function isSafeDatabase(address: string): boolean {
  const { names, query } = partsOf(address);
  const hosts = query.get('host')?.split(',') ?? names;
  if (hosts.every((host) => host === '' || host.startsWith('/') || isHere(host))) return true;
  return (
    ['require', 'verify-ca', 'verify-full'].includes(query.get('sslmode') ?? '') ||
    ['1', 'true'].includes(query.get('ssl') ?? '')
  );
}

const isSafeBus = (address: string) => address.startsWith('tls:') || partsOf(address).names.every(isHere);

/** Settings whose address is on another machine and would be reached in plain text, one sentence each. */
export function plainLines({
  DATABASE_URL,
  BUS_URL,
}: {
  DATABASE_URL?: string | undefined;
  BUS_URL?: string | undefined;
}): string[] {
  const isPrivate = 'set PRIVATE_NETWORK=1 if nobody else can read that network';
  return [
    ...(DATABASE_URL && !isSafeDatabase(DATABASE_URL)
      ? [`DATABASE_URL names another machine without TLS: add ?sslmode=verify-full to it, or ${isPrivate}.`]
      : []),
    ...(BUS_URL && !isSafeBus(BUS_URL)
      ? [`BUS_URL names another machine without TLS: begin it with tls://, or ${isPrivate}.`]
      : []),
  ];
}

/** A name without a domain, as of a container, a name of a local domain, or an address of a private network. */
const PRIVATE_HOST = /^[^.]+$|^(10|192\.168|172\.(1[6-9]|2\d|3[01]))\.[\d.]+$|\.(local|lan|internal)$/;

/** Mails hold links to new passwords, and mail servers are mostly elsewhere: only one in a private network may lack TLS. */
export function needsMailTls(smtpUrl: string, isPrivateNetwork: boolean): boolean {
  const { hostname } = new URL(smtpUrl);
  return !isHere(hostname) && !(isPrivateNetwork && PRIVATE_HOST.test(hostname));
}
