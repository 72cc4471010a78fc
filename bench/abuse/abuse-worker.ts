import { request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { DAY_S } from '@manoboard/domain/time';
import { connectBoard } from '@manoboard/testkit/board-client';
import { connectRawBoard, publishAtRate } from '../lib/raw-boards.ts';
import {
  floodBoard,
  floodPackets,
  type PacketKind,
  type ProgramLogin,
  stallHeaders,
} from './abuse-sockets.ts';
import { guess, type Victim } from './guesses.ts';
import { askAsStrangers, type StrangersRequest, sendProfiles } from './strangers.ts';

/** One attacker; runs until it is killed, at most `seconds`. */
export interface Attack {
  kind:
    | PacketKind
    | StrangersRequest
    | 'lists'
    | 'search'
    | 'profiles'
    | 'bodies'
    | 'exports'
    | 'logins'
    | 'streams'
    | 'alarms'
    | 'frames'
    | 'board'
    | 'graphs'
    | 'energy'
    | 'usage'
    | 'headers'
    | 'guesses';
  count: number;
  url: string;
  mqttUrl: string;
  /** Its own address, so that limits per address do not affect the measured user. */
  from: string;
  cookie: string;
  deviceId: string;
  secret: string;
  /** Further boards of the attacker. */
  boards: { deviceId: string; secret: string }[];
  programs: ProgramLogin[];
  victims: Victim[];
  seconds: number;
}

const attack: Attack = JSON.parse(process.argv[2] ?? '{}');
const { kind, count, url, mqttUrl, from, cookie, deviceId, secret, boards, programs, victims } = attack;
setTimeout(() => process.exit(), attack.seconds * 1000);
const { hostname, port } = new URL(url);
/** Last parts of the addresses of one attacker; "from" is the network. */
const ADDRESSES = [1, 2, 3, 4, 5, 6, 7, 8];
/** Strangers with an address each. */
const STRANGERS = Array.from({ length: 10 }, (_, n) => `127.0.4.${n + 1}`);
const RETRY_MS = 200;

/** Sends a request and discards the response; true when it was answered with 200. */
const sendRequest = (method: string, path: string, headers: Record<string, string>, body = '') =>
  new Promise<boolean>((done) => {
    const sent = request({ hostname, port, localAddress: from, method, path, headers }, (answer) => {
      const end = () => done(answer.statusCode === 200);
      answer.on('error', end).on('close', end).resume();
    });
    sent.on('error', () => done(false));
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

/** `count` concurrent loops; an answered request is followed by the next at once. */
const ask = (path: string) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      for (;;) if (!(await sendRequest('GET', `/api${path}`, { cookie }))) await pause(RETRY_MS);
    }),
  );

const asStrangers = (request: StrangersRequest) => askAsStrangers(url, request, STRANGERS, count);

const METRICS = [
  ...['temperature_fc', 'temperature_mnb', 'motor_power', 'pressure', 'load', 'frequency_fc'],
  ...['motor_current', 'motor_rpm', 'bus_voltage', 'electro_meter', 'rssi', 'required_pressure'],
];

/** 14 days of minutes of twelve metrics, as many points as one answer has. */
function askGraphs() {
  const nowS = Math.floor(Date.now() / 1000);
  const metrics = METRICS.map((name) => `metrics=${name}`).join('&');
  return ask(`/devices/${deviceId}/history?from=${nowS - 14 * DAY_S}&to=${nowS}&points=5000&${metrics}`);
}

function askUsage() {
  const today = Math.floor(Date.now() / 1000 / DAY_S) * DAY_S;
  const starts = Array.from({ length: 93 }, (_, n) => `start=${today - (92 - n) * DAY_S}`);
  return ask(`/statistics/usage?${starts.join('&')}&device_id=${deviceId}`);
}

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
  qos0: () => floodPackets(mqttUrl, programs.slice(0, count), 'qos0'),
  qos1: () => floodPackets(mqttUrl, programs.slice(0, count), 'qos1'),
  qos2: () => floodPackets(mqttUrl, programs.slice(0, count), 'qos2'),
  pingreq: () => floodPackets(mqttUrl, programs.slice(0, count), 'pingreq'),
  subscribe: () => floodPackets(mqttUrl, programs.slice(0, count), 'subscribe'),
  board: () => floodBoard(mqttUrl, deviceId, secret),
  graphs: askGraphs,
  energy: () => ask(`/devices/${deviceId}/energy?period=year&step=day&zone=Europe%2FBratislava`),
  usage: askUsage,
  lists: () => ask('/users-devices/get-devices'),
  search: () => ask('/alerts?search=tesnenie'),
  profiles: () => sendProfiles(mqttUrl, boards.slice(0, count)),
  version: () => asStrangers('version'),
  ready: () => asStrangers('ready'),
  forged: () => asStrangers('forged'),
  factor: () => asStrangers('factor'),
  headers: () =>
    stallHeaders(
      url,
      ADDRESSES.map((n) => `${from}${n}`),
      count,
    ),
  guesses: async () => process.send?.(await guess(url, victims, count)),
};
process.on('disconnect', () => process.exit());
await ATTACKS[kind]();
