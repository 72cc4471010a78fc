import type { Role } from '@manoboard/contract/account/account';
import { problems } from '@manoboard/contract/http/problem';
import type { Relation } from '@manoboard/domain/access/policy';
import type { CommandPayload } from '@manoboard/domain/commands/command-values';
import { START_LIMITS } from '@manoboard/domain/commands/start-rate';
import { refuseWrite } from '@manoboard/domain/commands/write-gate';
import { gd10 } from '@manoboard/domain/fc/gd10';
import { applyFrame, emptyLastData } from '@manoboard/domain/telemetry/last-data';
import { aReading, aTele } from '@manoboard/testkit/factories';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aPump, auditOf, lastAuditSeq } from './pump.ts';
import { startWorld, type World } from './world.ts';

interface Call {
  path: string;
  body: object | undefined;
  payload: CommandPayload;
}
const bool = (path: string, op: 'start_stop' | 'set_lock', val: boolean): Call => ({
  path: `mqtt/{id}/${path}`,
  body: { what: 'x', value: val },
  payload: { op, val },
});
const pressure = (val: number): Call => ({
  path: 'mqtt/{id}/write',
  body: { what: 'Required pressure', value: val },
  payload: { op: 'write', what: 'Required pressure', val },
});
const word = (register: number, value: number): Call => ({
  path: 'mqtt/{id}/write-register',
  body: { register, value },
  payload: { op: 'reg_write', reg: register, val: value },
});
const CALLS: readonly Call[] = [
  bool('start-stop', 'start_stop', true),
  bool('start-stop', 'start_stop', false),
  // After the start, which a reset would permit, and before the lock, which would permit a reset.
  {
    path: 'mqtt/{id}/fault-reset',
    body: { what: 'x', value: true },
    payload: { op: 'fault_reset', val: true },
  },
  bool('set-lock', 'set_lock', true),
  ...[2.9, 3, 4.25, 5.5, 5.6].map(pressure),
  {
    path: 'mqtt/{id}/pressure_control',
    body: { what: 'x', value: 0 },
    payload: { op: 'pressure_control', val: 0 },
  },
  {
    path: 'devices/{id}/reset-fc-config',
    body: { config_value_name: 'electro_meter' },
    payload: { op: 'reset', name: 'electro_meter' },
  },
  ...[word(2305, 400), word(2305, 900), word(8192, 1)],
];
const PEOPLE: readonly [name: string, roles: Role[], relation: Relation][] = [
  ['the owner', [], 'owner'],
  ['a stranger', [], 'none'],
  ['a technician', ['Technician'], 'none'],
  ['a seller', ['Seller'], 'none'],
  ['a super seller', ['Super Seller'], 'none'],
];
const STATES = [0, 2].flatMap((modbus) =>
  [1, 4].flatMap((on_off_state_r) =>
    [0, 1].map((pressure_control) => ({ modbus, on_off_state_r, pressure_control })),
  ),
);

let world: World;
let pump: Awaited<ReturnType<typeof aPump>>;
const people = new Map<string, Awaited<ReturnType<World['user']>>>();
let cells = 0;
/** A frame of the next state is later than any command of the one before. */
let aheadS = 0;
const now = () => Date.now() + aheadS * 1000;

beforeAll(async () => {
  world = await startWorld({
    now,
    env: {
      START_GAP_S: '0',
      STARTS_PER_HOUR: '3600',
      FAULT_RESETS_PER_HOUR: '3600',
      // The hours of this test outlive the proof of a session.
      REGISTER_PROOF: '0',
    },
  });
  pump = await aPump(world);
  const { board, owner } = pump;
  let answered = 0;
  board.client.on('message', () => {
    for (; answered < board.commands.length; answered++) {
      const cmd = board.commands[answered];
      if (cmd) board.done(cmd).catch(() => {});
    }
  });
  for (const [name, roles, relation] of PEOPLE)
    people.set(name, relation === 'owner' ? owner : await world.user({}, roles));
});
afterAll(async () => {
  console.log(`the matrix of writes: ${cells} cells`);
  await pump.board.leave();
  await world.stop();
});

describe.each(STATES)('lock, fault and mode %j', (state) => {
  it.each(PEOPLE)(
    '%s: every write is decided as by the gate; a refused one is logged and not sent',
    async (name, roles, relation) => {
      const { board, device } = pump;
      const user = people.get(name);
      if (!user) throw new Error('no such user');
      aheadS += 60;
      const nowS = Math.floor(now() / 1000);
      await board.publishTele({ ts: nowS, d: aReading(state) });
      const last = applyFrame(emptyLastData(device.deviceId), aTele({ ts: nowS, d: aReading(state) }), nowS);
      for (const { path, body, payload } of CALLS) {
        const refusal = refuseWrite(payload, {
          roles,
          relation,
          last,
          nowS,
          profile: gd10,
          fcRefusal: null,
          pressure: {},
          limits: START_LIMITS,
          isOnline: true,
          isUpdating: false,
          lockOut: null,
          startsS: [],
          current: null,
          isChanging: false,
          faultReset: { isSupported: true, raised: [], resetsS: [], perHour: 3600, isDoneSince: false },
        });
        const [sent, logged] = [board.commands.length, await lastAuditSeq(world)];
        const answer = await user.send('POST', `/${path.replace('{id}', device.deviceId)}`, body);
        const cell = `${name} ${JSON.stringify(payload)}`;
        cells++;
        expect(answer.status, cell).toBe(refusal ? problems[refusal.code] : 200);
        expect(board.commands.length - sent, cell).toBe(refusal ? 0 : 1);
        const news = await auditOf(world, device.deviceId, logged);
        if (refusal) expect(answer.body, cell).toMatchObject({ detail: refusal.code });
        expect(
          news.map(({ event }) => event),
          cell,
        ).toEqual(refusal ? ['refused'] : ['asked', 'ended']);
      }
    },
  );
});
