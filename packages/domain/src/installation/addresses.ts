/** Loopback: `localhost`, 127.0.0.0/8, ::1. */
export const isLoopbackName = (name: string | undefined) =>
  name !== undefined && /^(localhost|127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/.test(name);

const hostNameOf = (url: URL) => url.hostname.replace(/^\[(.*)\]$/, '$1');
const isLocal = (url: URL) => isLoopbackName(hostNameOf(url));

/** How a browser reached the server. */
export interface Reached {
  /** PUBLIC_URL. */
  publicUrl: string | null;
  browserOrigin: string;
  /** The host that the server received. */
  host: string;
  isForwarded: boolean;
  isProxyTrusted: boolean;
  /** The server has TLS itself. */
  hasTls: boolean;
}
export type AddressFinding =
  | 'no_public_url'
  | 'other_address'
  | 'no_tls'
  | 'host_not_forwarded'
  | 'client_not_forwarded'
  | 'proxy_not_trusted';

/** What is wrong with the public address. Without TLS of the server itself https implies a proxy. */
export function addressFindings(reached: Reached): AddressFinding[] {
  const { publicUrl, browserOrigin, host, isForwarded, isProxyTrusted, hasTls } = reached;
  const used = new URL(browserOrigin);
  const configured = publicUrl === null ? undefined : new URL(publicUrl);
  const found: Record<AddressFinding, boolean> = {
    no_public_url: configured === undefined,
    other_address: configured !== undefined && configured.origin !== used.origin,
    no_tls: [used, configured].some((url) => url?.protocol === 'http:' && !isLocal(url)),
    host_not_forwarded: host.toLowerCase() !== used.host,
    client_not_forwarded: used.protocol === 'https:' && !hasTls && !isForwarded,
    proxy_not_trusted: isForwarded && !isProxyTrusted,
  };
  return (Object.keys(found) as AddressFinding[]).filter((finding) => found[finding]);
}

interface Broker {
  /** MQTT_PUBLIC_URL. */
  publicMqttUrl: string | null;
  /** Where the embedded broker listens. */
  brokerUrl: string;
  /** PUBLIC_URL. */
  publicUrl: string | null;
}
/** `local`: only boards on the server's machine reach it. */
export type BrokerFinding = 'local' | 'no_tls';

/** The address that boards connect to. A broker on all addresses is reached by the name of the public address. */
export function boardAddress({ publicMqttUrl, brokerUrl, publicUrl }: Broker): {
  url: string;
  finding: BrokerFinding | null;
} {
  const broker = new URL(publicMqttUrl ?? brokerUrl);
  const isAnyAddress = ['0.0.0.0', '::'].includes(hostNameOf(broker));
  const host = isAnyAddress && publicUrl !== null ? new URL(publicUrl).hostname : broker.hostname;
  const url = `${broker.protocol}//${host}${broker.port && `:${broker.port}`}`;
  if (isLocal(new URL(url))) return { url, finding: 'local' };
  return { url, finding: broker.protocol === 'mqtts:' ? null : 'no_tls' };
}

/** Lines of the server's settings that are missing; the host is that of the opened address, or an example. */
export function missingSettings(
  { publicUrl, browserOrigin }: Pick<Reached, 'publicUrl' | 'browserOrigin'>,
  brokerFinding: BrokerFinding | null,
): { lines: string[]; isExample: boolean } {
  const opened = new URL(publicUrl ?? browserOrigin);
  const isExample = isLocal(opened);
  const host = isExample ? 'pumps.example.com' : opened.hostname;
  const lines = [
    ...(publicUrl === null ? [`PUBLIC_URL=https://${host}`] : []),
    ...(brokerFinding === null ? [] : [`MQTT_PUBLIC_URL=mqtts://${host}:8883`]),
  ];
  return { lines, isExample };
}
