import type { FcDevice } from '@manoboard/contract/device/device';
import type { RegisterList, RegistersRead } from '@manoboard/contract/device/diagnostics';
import { decodeMessage } from '@manoboard/contract/mqtt/decode-message';
import type { Ack, Cmd } from '@manoboard/contract/mqtt/topics';
import { gd10 } from '@manoboard/domain/fc/gd10';
import { getProfile } from '@manoboard/domain/fc/profiles';
import { anEvent } from '@manoboard/testkit/factories';
import { waitFor } from '@manoboard/testkit/wait-for';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { aPump } from '../../../../test/pump.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { hashOf } from '../../converters/shipped-profiles.ts';

const twice = (text: string) => [text, text] as const;

type RegRead = Extract<Cmd, { op: 'reg_read' }>;

let world: World;
let owner: Awaited<ReturnType<World['user']>>;
beforeAll(async () => {
  world = await startWorld();
  owner = await world.user();
});
afterAll(() => world.stop());

let converters = 0;
async function present(fcType = 'GD10') {
  const device = await world.enrol(owner.id);
  const board = await device.connect();
  await board.listen();
  const become = (type: string) =>
    board.publishInfo({ fc: { id: `FC-REG${++converters}`, fc_type: type, ident: 269, unit: 1 } });
  await become(fcType);
  await board.publishStatus();
  return { ...device, board, become };
}
type Present = Awaited<ReturnType<typeof present>>;

const readRegisters = ({ deviceId }: { deviceId: string }, registers: number[]) =>
  owner.post(`/devices/${deviceId}/registers/read`, { registers });
const list = async ({ deviceId }: { deviceId: string }) =>
  (await owner.get(`/devices/${deviceId}/registers`)).body as RegisterList;
const rowOf = async (device: Present, address: number) =>
  (await list(device)).registers.find((row) => row.address === address);

/** Answers every read with `answer` until the board disconnects. Returns the received reads. */
function answering({ board }: Pick<Present, 'board'>, answer: (cmd: RegRead) => Partial<Ack>) {
  const reads: [number, number][] = [];
  const next = async (): Promise<void> => {
    const cmd = (await board.nextCommand()) as RegRead;
    reads.push([cmd.reg, cmd.n]);
    await board.ack(cmd, answer(cmd));
    return next();
  };
  next().catch(() => {});
  return reads;
}
const words = ({ reg, n }: RegRead): Partial<Ack> => ({
  d: { reg, val: Array.from({ length: n }, (_, i) => reg + i) },
});
const exception = ({ reg }: RegRead): Partial<Ack> => ({
  st: 'failed',
  err: 'modbus_exception',
  d: { reg, exc: 2 },
});

describe('R4.12 the map of the converter', () => {
  it('lists every register of its type, without values at first', async () => {
    const device = await present();
    const { fc_type, is_known, registers } = await list(device);
    expect([fc_type, is_known]).toEqual(['GD10', true]);
    expect(registers.map(({ address }) => address)).toEqual(gd10.registers.map(({ address }) => address));
    expect(registers.find(({ name }) => name === 'pid_preset')).toMatchObject({
      label: 'P09.01',
      unit: '%',
      is_verified: false,
      is_writable: true,
      word: null,
      value: null,
      ts: null,
    });
    await device.board.leave();
  });

  it('is empty for an unknown type, and reads are refused', async () => {
    const device = await present('XY99');
    expect(await list(device)).toEqual({ fc_type: 'XY99', is_known: false, registers: [] });
    const { status, body } = await readRegisters(device, [0x2100]);
    expect([status, body]).toEqual([409, { detail: 'FC_TYPE_UNKNOWN' }]);
    await device.board.leave();
  });
});

describe('R4.12 registers are read through the board', () => {
  it('in ranges, answered in the requested order, stored with the previous word', async () => {
    const device = await present();
    const reads = answering(device, words);
    const { status, body } = await readRegisters(device, [0x3001, 0x2100, 0x3000, 0x2100]);
    expect(status).toBe(200);
    expect(reads).toEqual([
      [0x2100, 1],
      [0x3000, 2],
    ]);
    const ts = expect.any(Number);
    expect((body as RegistersRead).registers).toEqual([
      { address: 0x3001, word: 0x3001, value: 122.89, ts },
      { address: 0x2100, word: 0x2100, value: 0x2100, ts },
      { address: 0x3000, word: 0x3000, value: 122.88, ts },
    ]);
    expect(await rowOf(device, 0x3000)).toMatchObject({ word: 0x3000, value: 122.88, previous_word: null });
    await device.board.leave();
  });

  it('the previous word is that of the same converter; another converter has none', async () => {
    const device = await present();
    let word = 1;
    answering(device, ({ reg }) => ({ d: { reg, val: word++ } }));
    await readRegisters(device, [0x2100]);
    await readRegisters(device, [0x2100]);
    expect(await rowOf(device, 0x2100)).toMatchObject({ word: 2, previous_word: 1 });
    await device.become('GD10');
    expect(await rowOf(device, 0x2100)).toMatchObject({ word: null, previous_word: null });
    await readRegisters(device, [0x2100]);
    expect(await rowOf(device, 0x2100)).toMatchObject({ word: 3, previous_word: null });
    await device.board.leave();
  });

  it('an exception fails the refused registers only', async () => {
    const device = await present();
    const bad = 0x3002;
    const isIn = ({ reg, n }: RegRead) => bad >= reg && bad < reg + n;
    const reads = answering(device, (cmd) => (isIn(cmd) ? exception(cmd) : words(cmd)));
    const { status, body } = await readRegisters(device, [0x2100, 0x3000, 0x3001, 0x3002, 0x3003]);
    expect(status).toBe(200);
    expect(
      (body as RegistersRead).registers.map(({ address, word, reason }) => [address, word, reason]),
    ).toEqual([
      [0x2100, 0x2100, undefined],
      [0x3000, 0x3000, undefined],
      [0x3001, 0x3001, undefined],
      [0x3002, null, 'modbus_exception'],
      [0x3003, 0x3003, undefined],
    ]);
    expect(reads).toEqual([
      [0x2100, 1],
      [0x3000, 4],
      [0x3000, 2],
      [0x3002, 2],
      [0x3002, 1],
      [0x3003, 1],
    ]);
    await device.board.leave();
  });

  it('an offline converter ends the read; words that were read before are stored', async () => {
    const device = await present();
    const reads = answering(device, (cmd) =>
      cmd.reg === 0x2100 ? words(cmd) : { st: 'failed', err: 'fc_offline' },
    );
    const { status, body } = await readRegisters(device, [0x2100, 0x3000, 0x5000]);
    expect(status).toBe(409);
    expect(body).toMatchObject({ detail: 'FAILED', reason: 'fc_offline' });
    expect(reads).toHaveLength(2);
    expect(await rowOf(device, 0x2100)).toMatchObject({ word: 0x2100 });
    await device.board.leave();
  });

  it('a timeout is answered 504, and no further range is read', async () => {
    const device = await present();
    const reads = answering(device, () => ({ st: 'expired' }));
    const { status, body } = await readRegisters(device, [0x2100, 0x3000]);
    expect([status, body]).toMatchObject([504, { detail: 'NO_ANSWER' }]);
    expect(reads).toHaveLength(1);
    await device.board.leave();
  });

  it('R5.7 each range is a read command of the requesting user', async () => {
    const device = await present();
    answering(device, words);
    await readRegisters(device, [0x2100, 0x2101]);
    const rows = await world.db
      .selectFrom('command')
      .where('device_id', '=', device.id)
      .select(['user_id', 'op', 'what', 'status'])
      .execute();
    expect(rows).toEqual([{ user_id: owner.id, op: 'reg_read', what: '2100H – 2101H', status: 'done' }]);
    await device.board.leave();
  });

  it('a board runs one read at a time: a concurrent one is answered 429', async () => {
    const [device, other] = [await present(), await present()];
    answering(other, words);
    const first = readRegisters(device, [0x2100]);
    const cmd = (await device.board.nextCommand()) as RegRead;
    const second = await readRegisters(device, [0x2101]);
    expect([second.status, second.body]).toEqual([429, { detail: 'TOO_MANY_REQUESTS' }]);
    expect((await readRegisters(other, [0x2100])).status).toBe(200);
    await device.board.ack(cmd, words(cmd));
    expect((await first).status).toBe(200);
    answering(device, words);
    expect((await readRegisters(device, [0x2101])).status).toBe(200);
    await Promise.all([device.board.leave(), other.board.leave()]);
  });
});

describe('R4.12 a register write that the board read back', () => {
  const PRESET = 0x0901;

  /** A technician reads and writes a register, the board answers; then the owner loads the list. */
  async function listAfterWrite(ack: Partial<Ack>) {
    const { owner: reader, device, board } = await aPump(world);
    const technician = await world.user({}, ['Technician']);
    const answerNext = async (answer: Partial<Ack>) => board.ack(await board.nextCommand(), answer);
    const read = technician.post(`/devices/${device.deviceId}/registers/read`, { registers: [PRESET] });
    await answerNext({ d: { reg: PRESET, val: 380 } });
    await read;
    const write = technician.post(`/mqtt/${device.deviceId}/write-register`, {
      register: PRESET,
      value: 400,
    });
    await answerNext(ack);
    const { status } = await write;
    const { registers } = (await reader.get(`/devices/${device.deviceId}/registers`)).body as RegisterList;
    await board.leave();
    return { status, row: registers.find(({ address }) => address === PRESET) };
  }

  it.each<[string, Partial<Ack>, number, object]>([
    [
      'the list shows the new value and the previous word',
      { st: 'done', d: { reg: PRESET, val: 400, old: 380 } },
      200,
      { label: 'P09.01', word: 400, value: 40, previous_word: 380 },
    ],
    [
      'the converter shows another value afterwards: the list shows that value',
      { st: 'done', d: { reg: PRESET, val: 390, old: 380 } },
      409,
      { word: 390, previous_word: 380 },
    ],
    [
      'a refused write does not change the list',
      { st: 'rejected', err: 'not_allowed' },
      409,
      { word: 380, previous_word: null },
    ],
  ])('%s', async (_case, ack, status, row) => {
    const after = await listAfterWrite(ack);
    expect(after).toMatchObject({ status, row });
  });
});

describe('a read that is refused before it is sent', () => {
  it.each([
    ['outside the map', [0x2100, 0x4000]],
    ['a reserved word', [0x300e]],
    ['a RAM address', [0x8901]],
  ])('%s', async (_case, registers) => {
    const device = await present();
    const { status, body } = await readRegisters(device, registers);
    expect([status, body]).toEqual([422, { detail: 'REGISTER_NOT_READABLE' }]);
    expect(device.board.commands).toEqual([]);
    await device.board.leave();
  });

  it('of an offline board is answered 409', async () => {
    const device = await present();
    await device.board.publishStatus({ online: 0 });
    const { status, body } = await readRegisters(device, [0x2100]);
    expect([status, body]).toEqual([409, { detail: 'DEVICE_OFFLINE' }]);
    await device.board.leave();
  });

  it.each([[[]], [[-1]], [[1.5]], [['2100']], [Array.from({ length: 129 }, () => 0x2100)]])(
    '%j',
    async (registers) => {
      const device = await present();
      expect((await readRegisters(device, registers as number[])).status).toBe(422);
      await device.board.leave();
    },
  );
});

describe('a converter with a profile of its own', () => {
  const v20 = getProfile('SINAMICS-V20').file;
  const own = {
    ...v20,
    type: 'ACME-1',
    registers: [
      ...v20.registers,
      { name: 'pumped', address: 200, type: 'u32', scale: 0.1, text: 'pumped water', source: 'M' },
    ],
    faults: { 7: { name: 'E07', kind: 'overvoltage' } },
  };

  /** A board that announces this text, and the hashes that the server requests from it. */
  async function announcing(text: string) {
    const device = await world.enrol(owner.id);
    const board = await device.connect();
    await board.listenToAll();
    const requested: string[] = [];
    board.client.on('message', (_path, payload) => {
      const decoded = decodeMessage('profile/req', payload);
      if (decoded.ok) requested.push(decoded.message.hash);
    });
    const profile = hashOf(text);
    const fc = { id: `FC-OWN${++converters}`, fc_type: 'ACME-1', ident: 0, unit: 1, profile };
    await board.publishInfo({ fc });
    await board.publishStatus();
    return { ...device, board, requested, profile };
  }

  it('is requested once for all boards with it, and gives labels, fault names and values of two words', async () => {
    const text = JSON.stringify(own);
    const first = await announcing(text);
    await waitFor(() => first.requested.length === 1, { what: 'the request' });
    expect(await list(first)).toMatchObject({ is_known: false });
    await first.board.publish('profile', { v: 1, hash: first.profile, file: text });
    const second = await announcing(text);
    for (const device of [first, second])
      expect(await list(device)).toMatchObject({ fc_type: 'ACME-1', is_known: true });
    expect([first.requested, second.requested]).toEqual([[first.profile], []]);

    answering(second, words);
    await readRegisters(second, [200, 23]);
    expect((await list(second)).registers.find(({ address }) => address === 200)).toMatchObject({
      label: '40201',
      text: 'pumped water',
      word: 200 * 65_536 + 201,
      value: 1_310_740.1,
    });
    const fcDevices = (await owner.get('/users-devices/get-all-fc-devices')).body as FcDevice[];
    expect(fcDevices.find(({ owner_dev_id }) => owner_dev_id === second.deviceId)?.facts).toEqual({
      hasPressureSource: false,
      faults: { overvoltage: { 7: 'E07' } },
    });
    await second.board.publish(
      'event',
      anEvent({ code: 'FC_FAULT', st: 'raised', sev: 'alarm', d: { fault: 7 } }),
    );
    const alert = await world.db
      .selectFrom('alert')
      .where('device_id', '=', second.id)
      .select('kind')
      .executeTakeFirst();
    expect(alert).toEqual({ kind: 'over_voltage' });
    await Promise.all([first.board.leave(), second.board.leave()]);
  });

  it.each([
    [
      'with another hash',
      JSON.stringify({ ...own, maker: 'First' }),
      JSON.stringify({ ...own, maker: 'Other' }),
    ],
    ['with an error', ...twice(JSON.stringify({ ...own, capabilities: {} }))],
    [
      'with a name that reverses text',
      ...twice(JSON.stringify({ ...own, faults: { 7: { name: 'E\u202e7', kind: 'earth' } } })),
    ],
    ['S7 of 11,000 numbers as registers', ...twice(`{"registers":[${Array(11_000).fill('1').join(',')}]}`)],
    ['S7 of 16,000 brackets in brackets', ...twice('['.repeat(16_000) + ']'.repeat(16_000))],
  ])('a profile %s is refused by another thread, and acknowledged', async (_which, announced, sent) => {
    const parse = vi.spyOn(JSON, 'parse');
    onTestFinished(() => parse.mockRestore());
    const device = await announcing(announced);
    await waitFor(() => device.requested.length === 1, { what: 'the request' });
    await device.board.publish('profile', { v: 1, hash: device.profile, file: sent });
    expect(parse.mock.calls.map(([text]) => text)).not.toContain(sent);
    expect(await list(device)).toMatchObject({ is_known: false });
    await device.board.leave();
  });

  it('a profile that was not requested is dropped', async () => {
    const device = await present();
    const file = JSON.stringify({ ...own, maker: 'Nobody' });
    await device.board.publish('profile', { v: 1, hash: hashOf(file), file });
    expect(
      await world.db
        .selectFrom('converter_profile')
        .where('hash', '=', hashOf(file))
        .select('hash')
        .execute(),
    ).toEqual([]);
    await device.board.leave();
  });
});
