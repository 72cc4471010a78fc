import { describe, expect, it } from 'vitest';
import { addressFindings, boardAddress, missingSettings, type Reached } from './addresses.ts';

const GOOD: Reached = {
  publicUrl: 'https://pumps.example.com',
  browserOrigin: 'https://pumps.example.com',
  host: 'pumps.example.com',
  isForwarded: true,
  isProxyTrusted: true,
  hasTls: false,
};

describe('the findings about the public address', () => {
  it.each<[string, Partial<Reached>, string[]]>([
    ['a TLS proxy that forwards host and client has none', {}, []],
    ['a path of PUBLIC_URL is not compared', { publicUrl: 'https://pumps.example.com/' }, []],
    [
      'a local server without PUBLIC_URL lacks only that',
      {
        publicUrl: null,
        browserOrigin: 'http://127.0.0.1:8080',
        host: '127.0.0.1:8080',
        isForwarded: false,
        isProxyTrusted: false,
      },
      ['no_public_url'],
    ],
    ['another name differs', { publicUrl: 'https://other.example.com' }, ['other_address']],
    [
      'http on a network has no TLS',
      {
        publicUrl: 'http://10.0.0.5:8080',
        browserOrigin: 'http://10.0.0.5:8080',
        host: '10.0.0.5:8080',
        isForwarded: false,
        isProxyTrusted: false,
      },
      ['no_tls'],
    ],
    [
      'http in PUBLIC_URL differs and has no TLS',
      { publicUrl: 'http://pumps.example.com' },
      ['other_address', 'no_tls'],
    ],
    ['a proxy that keeps the host is named', { host: '127.0.0.1:8080' }, ['host_not_forwarded']],
    [
      'a proxy that keeps the client address is named',
      { isForwarded: false, isProxyTrusted: false },
      ['client_not_forwarded'],
    ],
    ['a server with TLS needs no proxy', { hasTls: true, isForwarded: false, isProxyTrusted: false }, []],
    ['a proxy outside TRUSTED_PROXIES is named', { isProxyTrusted: false }, ['proxy_not_trusted']],
  ])('%s', (_case, change, expected) => expect(addressFindings({ ...GOOD, ...change })).toEqual(expected));
});

describe('the address for boards', () => {
  const broker = { publicMqttUrl: null, brokerUrl: 'mqtt://127.0.0.1:1883', publicUrl: null };
  it.each([
    ['is local on loopback', {}, 'mqtt://127.0.0.1:1883', 'local'],
    [
      'is MQTT_PUBLIC_URL',
      { publicMqttUrl: 'mqtts://pumps.example.com:8883' },
      'mqtts://pumps.example.com:8883',
      null,
    ],
    [
      'without TLS is named',
      { publicMqttUrl: 'mqtt://pumps.example.com' },
      'mqtt://pumps.example.com',
      'no_tls',
    ],
    [
      'of a broker on all addresses has the name of PUBLIC_URL',
      { brokerUrl: 'mqtt://0.0.0.0:1883', publicUrl: 'https://pumps.example.com' },
      'mqtt://pumps.example.com:1883',
      'no_tls',
    ],
    [
      'of a broker on IPv6 loopback is local',
      { brokerUrl: 'mqtt://[::1]:1883' },
      'mqtt://[::1]:1883',
      'local',
    ],
  ])('%s', (_case, change, url, finding) =>
    expect(boardAddress({ ...broker, ...change })).toEqual({ url, finding }),
  );
});

it.each<[string, string | null, string, 'local' | 'no_tls' | null, ReturnType<typeof missingSettings>]>([
  [
    'a server that was opened by its name is offered that name',
    null,
    'http://voda.test:8080',
    null,
    { lines: ['PUBLIC_URL=https://voda.test'], isExample: false },
  ],
  [
    'a server that was opened on its own machine is offered an example',
    null,
    'http://127.0.0.1:8080',
    'local',
    {
      lines: ['PUBLIC_URL=https://pumps.example.com', 'MQTT_PUBLIC_URL=mqtts://pumps.example.com:8883'],
      isExample: true,
    },
  ],
  [
    'boards are offered the name of the public address',
    'https://voda.test',
    'http://127.0.0.1:8080',
    'no_tls',
    { lines: ['MQTT_PUBLIC_URL=mqtts://voda.test:8883'], isExample: false },
  ],
])('%s', (_case, publicUrl, browserOrigin, finding, expected) =>
  expect(missingSettings({ publicUrl, browserOrigin }, finding)).toEqual(expected),
);
