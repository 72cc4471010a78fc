import { gd10 } from '@manoboard/domain/fc/gd10';
import { freePort } from '@manoboard/testkit/free-port';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { type Drive, DriveError } from '../../src/drive/drive.ts';
import { createModbusDrive } from '../../src/drive/modbus-drive.ts';
import { addressOf } from '../gd10-world.ts';
import { openPtyPair } from '../pty-pair.ts';
import { hasProgram, logIfMissing } from '../tools-present.ts';
import { buildPeer, canBuildPeer, type Peer, startPeer } from './libmodbus-peer.ts';

const isPresent = logIfMissing(
  canBuildPeer() && hasProgram('socat'),
  'the Modbus drive against a libmodbus server needs gcc, libmodbus-dev, pkg-config and socat.',
);
const program = isPresent ? buildPeer() : '';
const undo: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

/** Generous timeouts for a peer that answers at once on a loaded machine. */
const PATIENCE_MS: Record<string, number> = { silent: 200, late: 200, garbage: 500 };

type Kind = 'tcp' | 'rtu';

async function meet(kind: Kind, ...mode: (string | number)[]): Promise<{ drive: Drive; peer: Peer }> {
  let text: string;
  let peer: Peer;
  if (kind === 'tcp') {
    const port = await freePort();
    peer = await startPeer(program, 'tcp', port, ...mode);
    text = `modbus:tcp://127.0.0.1:${port}`;
  } else {
    const pair = await openPtyPair();
    undo.push(pair.close);
    peer = await startPeer(program, 'rtu', pair.drive, ...mode);
    text = `modbus:rtu:${pair.board}`;
  }
  undo.push(peer.stop);
  // A peer that refuses each request does not identify itself either.
  const identity = mode[0] === 'exception' ? '&identity=skip' : '';
  const timeoutMs = PATIENCE_MS[String(mode[0])] ?? 2_000;
  const address = addressOf(`${text}?unit=1&kw=1.386&timeout=${timeoutMs}${identity}`);
  const drive = createModbusDrive({ address, profile: gd10, clock: systemClock });
  undo.push(drive.close);
  return { drive, peer };
}

/** Function code and the word after the address; the offsets depend on the line. */
function parseRequest(kind: Kind, line: string): { functionCode: number; count: number } {
  const bytes = line.split(' ').map((byte) => Number.parseInt(byte, 16));
  const at = kind === 'tcp' ? 7 : 1;
  return { functionCode: bytes[at] ?? 0, count: bytes[at + 4] ?? 0 };
}

const reason = (promise: Promise<unknown>) =>
  promise.then(
    () => 'it was answered',
    (error) => (error instanceof DriveError ? (error.exception ?? error.reason) : error),
  );

describe.skipIf(!isPresent).each(['tcp', 'rtu'] as const)('a libmodbus server over %s', (kind) => {
  it('is read like a drive, with functions 03 and 06 and at most 16 words per request', async () => {
    const { drive, peer } = await meet(kind, 'normal');
    expect(await drive.identify()).toEqual({ ident: 0x010d, fcType: 'GD10' });
    expect(await drive.read()).toEqual({
      runState: 1,
      runChannel: 2,
      faultCode: 0,
      frequencyHz: 40.73,
      setPointSource: 0,
      requiredPressureBar: 4,
      pressureBar: expect.closeTo(4.01, 6),
      motorCurrentA: 4.9,
      motorRpm: 2380,
      motorPowerKw: expect.closeTo(0.68, 2),
      busVoltageV: 318.4,
      analogInput2V: 4.01,
    });
    expect(await drive.readRegisters(0x2000, 40)).toHaveLength(40);
    await drive.writeRegister(0x0114, 50);
    const requests = peer.received().map((line) => parseRequest(kind, line));
    expect(new Set(requests.map(({ functionCode }) => functionCode))).toEqual(new Set([3, 6]));
    for (const { functionCode, count } of requests)
      if (functionCode === 3) expect(count).toBeLessThanOrEqual(16);
  });

  it('a written register is read back', async () => {
    const { drive } = await meet(kind, 'normal');
    expect(await drive.writeRegister(0x0114, 50)).toBe(50);
    await drive.start();
    expect(await drive.readRegisters(0x2000, 1)).toEqual([1]);
  });

  it('a missing register is refused, and the line stays usable', async () => {
    const { drive } = await meet(kind, 'normal');
    expect(await reason(drive.readRegisters(0x4000, 1))).toEqual({
      code: 2,
      name: 'illegal_address',
      address: 0x4000,
    });
    expect(await drive.readRegisters(0x2103, 1)).toEqual([0x010d]);
  });

  it.each([
    [1, 'illegal_function'],
    [4, 'operation_failed'],
    [7, 'read_only'],
    [8, 'not_while_running'],
  ])('exception %i means %s on this drive', async (code, name) => {
    const { drive } = await meet(kind, 'exception', code);
    expect(await reason(drive.readRegisters(0x2100, 1))).toEqual({ code, name, address: 0x2100 });
  });

  it('R4.16 exception 6, a frame error, is temporary: a drive that always answers with it is not identified', async () => {
    const { drive } = await meet(kind, 'exception', 6);
    expect(await reason(drive.readRegisters(0x2100, 1))).toEqual({
      code: 6,
      name: 'frame_error',
      address: 0x2103,
    });
  });

  it('permanent silence is no answer and no number', async () => {
    const { drive } = await meet(kind, 'silent', 1_000);
    expect(await reason(drive.read())).toBe('no_answer');
  });

  it('after a silence it is requested again', async () => {
    const { drive } = await meet(kind, 'silent', 1);
    expect(await drive.readRegisters(0x2103, 1)).toEqual([0x010d]);
  });

  it('late answers are never attributed to other requests', async () => {
    const { drive } = await meet(kind, 'late', 3, 450);
    const questions = [0x2103, 0x0901, 0x3002, 0x3005, 0x0001, 0x2103, 0x3004];
    const truth: Record<number, number> = {
      8451: 0x010d,
      2305: 400,
      12290: 3184,
      12293: 2380,
      1: 2,
      12292: 49,
    };
    for (const address of questions) {
      const words = await drive.readRegisters(address, 1).catch(() => undefined);
      if (words) expect(words).toEqual([truth[address]]);
    }
    await vi.waitFor(async () => expect(await drive.readRegisters(0x2103, 1)).toEqual([0x010d]), 10_000);
  });

  it('garbage is no answer; later answers are accepted', async () => {
    const { drive } = await meet(kind, 'garbage', 3);
    expect(await reason(drive.readRegisters(0x2103, 1))).toBe('garbage');
    await vi.waitFor(async () => expect(await drive.readRegisters(0x2103, 1)).toEqual([0x010d]), 10_000);
  });

  it('a peer that exits is no answer', async () => {
    const { drive, peer } = await meet(kind, 'silent', 0);
    await drive.read();
    await peer.stop();
    expect(await reason(drive.read())).toBe('no_answer');
  });
});
