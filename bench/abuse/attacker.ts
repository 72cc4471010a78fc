import { Agent, type RequestOptions, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { SESSION_COOKIE } from '@manoboard/contract/account/account';
import { HistoryMetric } from '@manoboard/contract/history/history';
import { DAY_S } from '@manoboard/domain/time';
import { connectRawBoard, publishAtRate } from '../lib/raw-boards.ts';
import { floodBoard, floodPackets, type ProgramLogin } from './sockets.ts';

/** One attacker; runs until it is killed, at most `seconds`. */
export interface Attack {
  kind: string;
  count: number;
  url: string;
  mqttUrl: string;
  /** Its own address, so that limits per address do not affect the measured user. */
  from: string;
  cookie: string;
  deviceId: string;
  secret: string;
  programs: ProgramLogin[];
  seconds: number;
}

const attack: Attack = JSON.parse(process.argv[2] ?? '{}');
const { kind, count, url, mqttUrl, from, cookie, deviceId, secret, programs } = attack;
setTimeout(() => process.exit(), attack.seconds * 1000);
process.on('disconnect', () => process.exit());
const { hostname, port } = new URL(url);
const RETRY_MS = 200;
const nowS = () => Math.floor(Date.now() / 1000);

/** Sends a request and discards the response; true when it was answered with 200. */
const sendRequest = (options: RequestOptions, body = '') =>
  new Promise<boolean>((done) => {
    const sent = request({ hostname, port, localAddress: from, ...options }, (answer) => {
      const end = () => done(answer.statusCode === 200);
      answer.on('error', end).on('close', end).resume();
    });
    sent.on('error', () => done(false));
    sent.end(body);
  });

/** `count` concurrent loops. */
const loops = (act: (n: number) => Promise<unknown>) =>
  Promise.all(
    Array.from({ length: count }, async (_, n) => {
      for (;;) await act(n);
    }),
  );
const again = (act: (n: number) => Promise<unknown>) => loops((n) => act(n).then(() => pause(RETRY_MS)));
/** An answered request is followed by the next at once. */
const ask = (path: string) =>
  loops(async () => {
    if (!(await sendRequest({ path: `/api${path}`, headers: { cookie } }))) await pause(RETRY_MS);
  });

/** Strangers with an address each, over kept connections; an answer, also a refusal, is followed by the next request. */
const STRANGERS = Array.from({ length: 10 }, (_, n) => `127.0.4.${n + 1}`);
const askAsStrangers = (options: RequestOptions) =>
  Promise.all(
    STRANGERS.map((localAddress) => {
      const agent = new Agent({ keepAlive: true, maxSockets: count });
      return loops(() => sendRequest({ ...options, localAddress, agent }));
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

const POST_FORM = {
  method: 'POST',
  path: '/api/auth/jwt/login',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
};
const login = (n: number) =>
  sendRequest(POST_FORM, `username=stranger${n}-${Date.now()}%40example.com&password=Wrong-${n}-x`);

async function floodFrames() {
  const board = await connectRawBoard(mqttUrl, deviceId, secret);
  board.socket.on('close', () => process.exit());
  await publishAtRate([board], count, 3600);
}

const metrics = HistoryMetric.options
  .slice(0, 12)
  .map((name) => `metrics=${name}`)
  .join('&');
const today = Math.floor(nowS() / DAY_S) * DAY_S;
const starts = Array.from({ length: 93 }, (_, n) => `start=${today - (92 - n) * DAY_S}`).join('&');

const ATTACKS: Record<string, () => Promise<unknown>> = {
  bodies: () => again(stall),
  exports: () =>
    again(() => sendRequest({ path: `/api/devices/${deviceId}/activity.csv`, headers: { cookie } })),
  logins: () => again(login),
  streams: () => again(() => sendRequest({ path: '/api/actual-data/stream', headers: { cookie } })),
  frames: floodFrames,
  board: () => floodBoard(mqttUrl, deviceId, secret),
  /** 14 days of minutes of twelve metrics, as many points as one answer has. */
  graphs: () => ask(`/devices/${deviceId}/history?from=${nowS() - 14 * DAY_S}&points=5000&${metrics}`),
  energy: () => ask(`/devices/${deviceId}/energy?period=year&step=day&zone=Europe%2FBratislava`),
  usage: () => ask(`/statistics/usage?${starts}&device_id=${deviceId}`),
  lists: () => ask('/users-devices/get-devices'),
  search: () => ask('/alerts?search=tesnenie'),
  qos1: () => floodPackets(mqttUrl, programs.slice(0, count), 'qos1'),
  subscribe: () => floodPackets(mqttUrl, programs.slice(0, count), 'subscribe'),
  forged: () =>
    askAsStrangers({ path: '/api/users/me', headers: { cookie: `${SESSION_COOKIE}=${'A'.repeat(43)}` } }),
};
await ATTACKS[kind]?.();
