import { describe, expect, it } from 'vitest';
import { COMMAND_OPS } from './command-ops.ts';
import { decodeMessage, MAX_JSON_BYTES } from './decode-message.ts';
import { Ack, Cmd } from './topics.ts';

const envelope = { v: 1, id: '01JCPV3Q9W', ts: 1_763_171_342, exp: 1_763_171_352, by: 'u:42' };
const cmd = (fields: object) => ({ ...envelope, ...fields });
const bytes = (message: object) => new TextEncoder().encode(JSON.stringify(message));
const isCommand = (fields: object) => decodeMessage('cmd', bytes(cmd(fields))).ok;

/** The examples of `domain.md` 3, at least one per op. */
const examples = [
  { op: 'start_stop', val: true },
  { op: 'start_stop', what: 'pump', val: false },
  { op: 'set_lock', val: true },
  { op: 'write', what: 'Required pressure', val: 4.2 },
  { op: 'pressure_control', val: 0 },
  { op: 'pressure_control', val: true },
  { op: 'reset', name: 'electro_meter' },
  { op: 'reset', name: 'motor_operating_hours' },
  { op: 'fault_reset', val: true },
  { op: 'end_retries' },
  { op: 'reg_read', reg: 12288, n: 5 },
  { op: 'reg_read', reg: 12288, n: 16 },
  { op: 'reg_write', reg: 2305, val: 400, ram: true, expect: 380 },
  { op: 'reg_write', reg: 2305, val: 65535 },
  { op: 'restart' },
];

describe('commands (protocol.md, Commands)', () => {
  it.each(examples)('%j is a valid command and decodes unchanged', (fields) =>
    expect(Cmd.parse(cmd(fields))).toEqual(cmd(fields)),
  );

  it('every op has an example', () =>
    expect(new Set(examples.map(({ op }) => op))).toEqual(new Set(COMMAND_OPS)));

  it.each([
    { op: 'explode' },
    { op: null },
    { val: true },
    { op: 'start_stop' },
    { op: 'start_stop', val: null },
    { op: 'set_lock', val: 2 },
    { op: 'write', what: 'Required pressure', val: '4.2' },
    { op: 'write', what: 'Required pressure', val: -1 },
    { op: 'write', what: 'Motor frequency', val: 4.2 },
    { op: 'write', val: 4.2 },
    { op: 'pressure_control', val: 0.5 },
    { op: 'pressure_control', val: -1 },
    { op: 'pressure_control', val: 'remote' },
    { op: 'fault_reset', val: false },
    { op: 'fault_reset' },
    { op: 'reset', name: 'password' },
    { op: 'reset' },
    { op: 'reg_read', reg: 12288 },
    { op: 'reg_read', reg: 12288, n: 0 },
    { op: 'reg_read', reg: 12288, n: 17 },
    { op: 'reg_read', reg: 65536, n: 1 },
    { op: 'reg_read', reg: '12288', n: 1 },
    { op: 'reg_write', reg: 2305, val: 65536 },
    { op: 'reg_write', reg: 2305, val: -1 },
    { op: 'reg_write', reg: 2305, val: 1.5 },
    { op: 'reg_write', reg: 2305, val: [1] },
    { op: 'reg_write', reg: 2305, val: 1, ram: 1 },
    { op: 'reg_write', reg: 2305, val: 1, expect: null },
  ])('%j is not a command', (fields) => expect(isCommand(fields)).toBe(false));
});

describe('acks (domain.md 3)', () => {
  const ack = { v: 1, id: '01JCPV3QB7', ts: 1_763_171_343 };

  it.each([
    { ...ack, st: 'done', d: { on_off_state_r: 1 } },
    { ...ack, st: 'rejected', err: 'not_in_comm_control', d: { modbus: 0 } },
    { ...ack, st: 'done', d: { reg: 12288, val: [4073, 4073, 3184, 187, 49] } },
    { ...ack, st: 'done', d: { reg: 2305, val: 400, old: 380 } },
    { ...ack, st: 'failed', err: 'modbus_exception', d: { exc: 8, reg: 2305 } },
  ])('%j', (message) => expect(Ack.parse(message)).toEqual(message));

  it('an ack contains at most sixteen words', () => {
    const words = (n: number) => ({ ...ack, st: 'done', d: { reg: 65520, val: Array(n).fill(65535) } });
    expect(bytes(words(16)).length).toBeLessThan(MAX_JSON_BYTES);
    expect(Ack.safeParse(words(17)).success).toBe(false);
  });
});
