import { describe, expect, it } from 'vitest';
import { decodeMessage, MAX_JSON_BYTES } from './decode-message.ts';
import {
  matchTopic,
  TOPIC_NAMES as names,
  type TopicName,
  topicFilter,
  topicPath,
  topics,
} from './topics.ts';

const bytes = (value: unknown) =>
  new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value));

const tele = {
  v: 1,
  boot: 3,
  seq: 7,
  ts: 1_800_000_000,
  fc: 1,
  d: { frequency_fc: 42.5, on_off_state_r: 1 },
};
const info = {
  v: 1,
  id_dev: 'MNB-TE0001',
  version: '1.4.2',
  hw: 'mnb-2',
  boot: 3,
  fc: { id: 'FC-TE0001', fc_type: 'GD10', ident: 269, unit: 1 },
  wifi: { rssi: -61, secured: 1 },
  cap: ['start_stop'],
};
const cmd = { v: 1, id: '01HV3B5Z8Q2M4N6P', op: 'start_stop', val: false, ts: 10, exp: 20, by: 'user:1' };
const ack = { v: 1, id: '01HV3B5Z8Q2M4N6P', st: 'rejected', err: 'locked', ts: 11 };
const status = { v: 1, online: 1, boot: 3, ts: 1_800_000_000 };
const event = {
  v: 1,
  id: '01JCPV4000',
  ts: 1_763_171_500,
  code: 'DRY_RUN',
  st: 'raised',
  sev: 'alarm',
  d: { frequency_fc: 50, pressure: 0.1, motor_current: 3.4, motor_power: 0.31 },
};
const desired = {
  v: 1,
  ver: 12,
  cfg: {
    tele_s: 5,
    tele_idle_s: 30,
    pressure: { min: 3, max: 5.5, normalizer: 1, sensor_max: 10 },
    AnalogInput2: {
      enabled: 1,
      normalizer: 1,
      unit: 'bar',
      alias: 'Tlak na saní',
      min: 0,
      max: 10,
      minRefVoltage: 0,
      maxRefVoltage: 10,
    },
    AnalogInput3: { enabled: 0 },
  },
};
const reported = { v: 1, ver: 12, st: 'applied', ts: 1_763_171_350 };
/** A valid example of every message; `firmware.test.ts` has those of an update. */
const valid: Partial<Record<TopicName, object>> = {
  status,
  info,
  tele,
  event,
  cmd,
  ack,
  secret: { v: 1, id: '01HV3B5Z8Q2M4N6P', secret: 'a-new-secret-of-the-board' },
  'secret/ack': { v: 1, id: '01HV3B5Z8Q2M4N6P', st: 'stored' },
  'cfg/desired': desired,
  'cfg/reported': reported,
};
const valids = Object.keys(valid) as TopicName[];

describe('the topics table (protocol.md, Topics)', () => {
  it.each(names)('%s: its path resolves to its row, its board and its number', (name) => {
    const isNumbered = topicFilter(name, 'MNB-TE0001').endsWith('/+');
    const n = isNumbered ? { n: 57 } : {};
    expect(matchTopic(topicPath(name, 'MNB-TE0001', 57))).toEqual({ name, deviceId: 'MNB-TE0001', ...n });
  });

  it.each([
    'mnb/v1/MNB-TE0001',
    'mnb/v1/MNB-TE0001/',
    'mnb/v1//tele',
    'mnb/v2/MNB-TE0001/tele',
    'other/v1/MNB-TE0001/tele',
    '/mnb/v1/MNB-TE0001/tele',
    'mnb/v1/MNB-TE0001/tele/',
    'mnb/v1/MNB-TE0001/tele/more',
    'mnb/v1/MNB-TE0001/TELE',
    'mnb/v1/MNB-TE0001/tele/1',
    'mnb/v1/MNB-TE0001/cfg',
    'mnb/v1/MNB-TE0001/desired',
    'mnb/v1/MNB-TE0001/cfg/desired/',
    'mnb/v1/MNB-TE0001/cfg/desired/2',
    'mnb/v1/MNB-TE0001/cfg//desired',
    'mnb/v1/MNB-TE0001/ota/chunk',
    'mnb/v1/MNB-TE0001/ota/chunk/+',
    'mnb/v1/MNB-TE0001/ota/chunk/x',
    'mnb/v1/MNB-TE0001/ota/chunk/-1',
    'mnb/v1/MNB-TE0001/toString',
    'mnb/v1/MNB-TE0001/__proto__',
    '$SYS/broker/uptime',
    '',
  ])('%j is outside the contract', (path) => expect(matchTopic(path)).toBeUndefined());

  it.each([
    ['status', true],
    ['info', true],
    ['tele', false],
    ['cmd', false],
    ['ack', false],
    ['event', false],
    ['cfg/desired', true],
    ['cfg/reported', true],
  ] as const)('%s: retained %s, at least once', (name, retain) =>
    expect(topics[name]).toMatchObject({ retain, qos: 1 }),
  );

  it('the server publishes commands, configs, secrets and requests of profiles; no command and no secret is retained', () => {
    const published = names.filter((name) => topics[name].from === 'server' && !name.startsWith('ota/'));
    expect(published).toEqual(['profile/req', 'cmd', 'secret', 'cfg/desired']);
    expect([topics.cmd.retain, topics.secret.retain]).toEqual([false, false]);
  });
});

describe('decodeMessage returns the message', () => {
  it.each(valids)('%s', (name) =>
    expect(decodeMessage(name, bytes(valid[name]))).toEqual({ ok: true, message: valid[name] }),
  );

  it('unknown keys are ignored at every level', () =>
    expect(decodeMessage('tele', bytes({ ...tele, new: 1, d: { ...tele.d, later: 2 } }))).toEqual({
      ok: true,
      message: tele,
    }));

  it('fields of a newer board that cannot be measured are ignored, and the rest of the frame counts', () =>
    expect(decodeMessage('tele', bytes({ ...tele, na: ['pressure', 'flow_meter', '__proto__'] }))).toEqual({
      ok: true,
      message: { ...tele, na: ['pressure'] },
    }));

  it('a will has no time, a frame without changes has no fields, and ts may be 0', () => {
    expect(decodeMessage('status', bytes({ v: 1, online: 0, boot: 3 })).ok).toBe(true);
    expect(decodeMessage('tele', bytes({ ...tele, ts: 0, d: {} })).ok).toBe(true);
  });

  it('accepts up to 1 kB and not one byte more', () => {
    const padded = (size: number) => JSON.stringify(tele).padEnd(size, ' ');
    expect(decodeMessage('tele', bytes(padded(MAX_JSON_BYTES))).ok).toBe(true);
    expect(decodeMessage('tele', bytes(padded(MAX_JSON_BYTES + 1)))).toEqual({
      ok: false,
      reason: 'too_large',
    });
  });
});

describe('decodeMessage refuses', () => {
  it.each([
    ['nothing', ''],
    ['words', 'hello'],
    ['half a frame', JSON.stringify(tele).slice(0, 30)],
    ['a number that JSON does not allow', '{"v":NaN}'],
    ['two frames', `${JSON.stringify(tele)}${JSON.stringify(tele)}`],
  ])('%s, which is not JSON', (_case, text) =>
    expect(decodeMessage('tele', bytes(text))).toEqual({ ok: false, reason: 'not_json' }),
  );

  it('bytes that are not UTF-8', () =>
    expect(decodeMessage('tele', Uint8Array.of(0x22, 0xff, 0xfe, 0x22))).toEqual({
      ok: false,
      reason: 'not_json',
    }));

  it.each([
    ['null', null],
    ['a list', [tele]],
    ['a number', 1],
    ['another version', { ...tele, v: 2 }],
    ['a version as text', { ...tele, v: '1' }],
    ['no boot', { ...tele, boot: undefined }],
    ['a negative boot', { ...tele, boot: -1 }],
    ['a fraction of a boot', { ...tele, boot: 1.5 }],
    ['a boot beyond the column', { ...tele, boot: 2 ** 31 }],
    ['a seq as text', { ...tele, seq: '7' }],
    ['a time before 1970', { ...tele, ts: -1 }],
    ['a time in milliseconds', { ...tele, ts: 1_800_000_000_000 }],
    ['a converter flag of 2', { ...tele, fc: 2 }],
    ['a converter flag as boolean', { ...tele, fc: true }],
    ['no fields', { ...tele, d: undefined }],
    ['fields as a list', { ...tele, d: [] }],
  ])('tele: %s', (_case, frame) =>
    expect(decodeMessage('tele', bytes(frame))).toEqual({ ok: false, reason: 'wrong_shape' }),
  );

  it.each([
    ['null instead of a measurement', { frequency_fc: null }],
    ['a text instead of a number', { frequency_fc: '42.5' }],
    ['a boolean instead of a state', { on_off_state_r: true }],
    ['a fractional state', { on_off_state_r: 1.5 }],
    ['a value above 16 bits', { on_off_state_r: 65_536 }],
    ['a negative frequency', { frequency_fc: -0.1 }],
    ['a pressure beyond any sensor', { pressure: 1e6 }],
    ['a temperature below absolute zero', { temperature_fc: -274 }],
  ])('tele: %s', (_case, d) =>
    expect(decodeMessage('tele', bytes({ ...tele, d }))).toEqual({ ok: false, reason: 'wrong_shape' }),
  );

  it('a number that overflows', () =>
    expect(decodeMessage('tele', bytes(JSON.stringify(tele).replace('42.5', '1e999'))).ok).toBe(false));

  it.each([null, 'true', 'false', 1, 0, [true], {}])(
    'cmd: %j instead of a boolean (null is not STOP)',
    (val) => expect(decodeMessage('cmd', bytes({ ...cmd, val })).ok).toBe(false),
  );

  it.each([
    ['an unknown op', { op: 'explode' }],
    ['no expiry', { exp: undefined }],
    ['an ID with a quote', { id: "01HV3B5Z8Q'--2M4N6P" }],
    ['a short ID', { id: '1' }],
  ])('cmd: %s', (_case, change) => expect(decodeMessage('cmd', bytes({ ...cmd, ...change })).ok).toBe(false));

  it.each([
    ['an unknown state', { st: 'maybe' }],
    ['an unknown reason', { err: 'bad mood' }],
    ['no ID', { id: undefined }],
  ])('ack: %s', (_case, change) => expect(decodeMessage('ack', bytes({ ...ack, ...change })).ok).toBe(false));

  it.each([
    ['an invalid ID', { id_dev: '../etc' }],
    ['a version with markup', { version: '<b>1</b>' }],
    ['a version that is too long', { version: 'x'.repeat(65) }],
    ['a converter address beyond Modbus', { fc: { ...info.fc, unit: 248 } }],
    ['too many capabilities', { cap: Array.from({ length: 33 }, (_, n) => `c${n}`) }],
  ])('info: %s', (_case, change) =>
    expect(decodeMessage('info', bytes({ ...info, ...change })).ok).toBe(false),
  );

  it.each([true, '1', 2, null])('status: online %j', (online) =>
    expect(decodeMessage('status', bytes({ ...status, online })).ok).toBe(false),
  );
});
