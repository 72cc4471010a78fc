import { request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { connectBoard } from '@manoboard/testkit/board-client';
import { connectRawBoard, publishAtRate } from './raw-boards.ts';

/** One attacker; runs until it is killed. */
export interface Attack {
  kind: 'bodies' | 'exports' | 'logins' | 'streams' | 'alarms' | 'frames';
  count: number;
  url: string;
  mqttUrl: string;
  /** Its own address, so that limits per address do not affect the measured user. */
  from: string;
  cookie: string;
  deviceId: string;
  secret: string;
}

const { kind, count, url, mqttUrl, from, cookie, deviceId, secret }: Attack = JSON.parse(
  process.argv[2] ?? '{}',
);
const { hostname, port } = new URL(url);
const RETRY_MS = 200;

/** Sends a request and discards the response. */
const sendRequest = (method: string, path: string, headers: Record<string, string>, body = '') =>
  new Promise<void>((done) => {
    const sent = request({ hostname, port, localAddress: from, method, path, headers }, (answer) =>
      answer.on('error', done).on('close', done).resume(),
    );
    sent.on('error', () => done());
    sent.end(body);
  });

/** `count` concurrent loops. */
const again = (act: (n: number) => Promise<unknown>) =>
  Promise.all(
    Array.from({ length: count }, async (_, n) => {
      for (;;) {
        await act(n);
        await pause(RETRY_MS);
      }
    }),
  );

/** A request that announces a body and sends one byte of it. */
const stall = () =>
  new Promise<void>((done) => {
    const socket = connect({ host: hostname, port: Number(port), localAddress: from });
    socket.write(
      `POST /api/auth/jwt/login HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: 1000\r\n\r\nu`,
    );
    socket.on('error', () => {}).on('close', () => done());
  });

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const login = (n: number) =>
  sendRequest(
    'POST',
    '/api/auth/jwt/login',
    form,
    `username=stranger${n}-${Date.now()}%40example.com&password=Wrong-${n}-x`,
  );

async function raiseAlarms() {
  const board = await connectBoard({ url: mqttUrl, deviceId, secret });
  await board.publishStatus();
  for (let n = 0; ; n++) {
    const id = `01HV3B5Z8Q2M4N${String(n).padStart(6, '0')}`;
    const ts = Math.floor(Date.now() / 1000);
    const event = { v: 1, id, ts, code: 'NO_FLOW', sev: 'alarm', st: 'raised', d: {} } as never;
    // Not awaited one by one, to fill the connection.
    void board.publish('event', event).catch(() => {});
    if (n % (count / 10) === 0) await pause(100);
  }
}

async function floodFrames() {
  const board = await connectRawBoard(mqttUrl, deviceId, secret);
  board.socket.on('close', () => process.exit());
  await publishAtRate([board], count, 3600);
}

const ATTACKS: Record<Attack['kind'], () => Promise<unknown>> = {
  bodies: () => again(stall),
  exports: () => again(() => sendRequest('GET', `/api/devices/${deviceId}/activity.csv`, { cookie })),
  logins: () => again(login),
  streams: () => again(() => sendRequest('GET', '/api/actual-data/stream', { cookie })),
  alarms: raiseAlarms,
  frames: floodFrames,
};
process.on('disconnect', () => process.exit());
await ATTACKS[kind]();
