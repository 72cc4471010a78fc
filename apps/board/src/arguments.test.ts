import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readArguments } from './arguments.ts';
import { Refusal } from './refusal.ts';

let files = 0;
const dir = mkdtempSync(join(tmpdir(), 'board-'));
function file(name: string, content: unknown): string {
  const path = join(dir, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}
const MQTT = ['--mqtt', 'mqtt://127.0.0.1:1883'];
const row = { id_dev: 'MNB-DE0001', secret: 's1', fc_id: 'FC-DE0001', fc_type: 'GD10', scenario: 'local' };
const fleet = (rows: unknown) => ['fleet', ...MQTT, '--credentials', file(`rows-${++files}.json`, rows)];

describe('arguments', () => {
  it('fleet: starts one board for every row of the credentials', () => {
    const order = readArguments([
      ...fleet([row, { id_dev: 'MNB-DE0002', secret: 's2' }]),
      '--state',
      'state',
    ]);
    expect(order).toEqual({
      url: 'mqtt://127.0.0.1:1883',
      stateDir: 'state',
      firmwareKeys: [],
      panelPort: undefined,
      keepSecrets: expect.any(Function),
      drive: undefined,
      profiles: [],
      boards: [
        { deviceId: 'MNB-DE0001', secret: 's1', fcId: 'FC-DE0001', fcType: 'GD10', scenario: 'local' },
        { deviceId: 'MNB-DE0002', secret: 's2', fcId: 'FC-DE0002', fcType: 'GD10', scenario: 'household' },
      ],
    });
  });

  it('fleet: --boards limits the number of boards', () => {
    const rows = [row, { ...row, id_dev: 'MNB-DE0002' }, { ...row, id_dev: 'MNB-DE0003' }];
    const { boards } = readArguments([...fleet(rows), '--boards', '2']);
    expect(boards.map(({ deviceId }) => deviceId)).toEqual(['MNB-DE0001', 'MNB-DE0002']);
  });

  it('board: starts one board with its secret from a file', () => {
    const args = ['board', ...MQTT, '--id', 'MNB-00A1B2', '--secret-file', file('secret', 'top\n')];
    expect(readArguments([...args, '--scenario', 'asleep']).boards).toEqual([
      { deviceId: 'MNB-00A1B2', secret: 'top', fcId: 'FC-00A1B2', fcType: 'GD10', scenario: 'asleep' },
    ]);
  });

  it('board: address and fingerprint of the server may be in the secret file, and the command line wins', () => {
    const digits = 'ab'.repeat(32);
    const secret = file('identity', `top\nmqtt mqtts://pumps.example.com:8883\nca sha256:${digits}\n`);
    const args = ['board', '--id', 'MNB-00A1B2', '--secret-file', secret];
    expect(readArguments(args)).toMatchObject({
      url: 'mqtts://pumps.example.com:8883',
      trust: { fingerprint: digits.toUpperCase() },
      boards: [{ secret: 'top' }],
    });
    expect(readArguments([...args, '--mqtt', 'mqtts://10.0.0.1']).url).toBe('mqtts://10.0.0.1');
  });

  it.each([
    ['a fingerprint that is too short', 'sha256:abcd', /64 hexadecimal digits/],
    ['a file without a certificate', file('no-pem', 'hello'), /holds no certificate/],
    ['a file that is missing', join(dir, 'none.pem'), /cannot be read/],
  ])('--ca refuses %s', (_case, ca, reason) =>
    expect(() =>
      readArguments([...fleet([row]).map((arg) => arg.replace('mqtt:', 'mqtts:')), '--ca', ca]),
    ).toThrow(reason),
  );

  it('--ca needs an address of mqtts', () =>
    expect(() => readArguments([...fleet([row]), '--ca', `sha256:${'ab'.repeat(32)}`])).toThrow(/mqtts/));

  it('board: --drive selects a real drive by its address', () => {
    const args = ['board', ...MQTT, '--id', 'MNB-00A1B2', '--secret-file', file('secret', 'top\n')];
    const real = [...args, '--drive', 'modbus:tcp://10.0.0.5:1502?unit=2'];
    expect(readArguments(real).drive).toMatchObject({
      line: { kind: 'tcp', host: '10.0.0.5', port: 1502 },
      unit: 2,
    });
    expect(readArguments([...args, '--drive', 'simulated']).drive).toBeUndefined();
    expect(() => readArguments([...real, '--scenario', 'asleep'])).toThrow(/belong to the simulated drive/);
    expect(() => readArguments([...real, '--panel', '8090'])).toThrow(/belong to the simulated drive/);
  });

  it.each([
    ['no command', [], /command is missing/],
    ['an unknown command', ['fly'], /no command fly/],
    ['an unknown option', ['fleet', '--speed', '9'], /--speed/],
    ['no broker', ['fleet'], /--mqtt is missing/],
    ['no address', ['fleet', '--mqtt', 'localhost:1883'], /--mqtt must be an address/],
    ['a panel on no port', [...fleet([row]), '--panel', '70000'], /--panel must be a port/],
    ['no credentials', ['fleet', ...MQTT], /--credentials is missing/],
    ['a missing file', ['fleet', ...MQTT, '--credentials', join(dir, 'none')], /cannot be read \(ENOENT\)/],
    ['a file that is not JSON', fleet('{'), /is not JSON/],
    ['an empty list', fleet([]), /lists no boards/],
    ['a board that is not an object', fleet([null]), /id_dev must be an ID/],
    ['a bad ID', fleet([{ ...row, id_dev: '../x' }]), /board 1: id_dev must be an ID/],
    ['a bad FC ID', fleet([{ ...row, fc_id: 7 }]), /fc_id must be an ID/],
    ['no secret', fleet([row, { ...row, id_dev: 'MNB-0002', secret: '' }]), /board 2: secret/],
    [
      'an unknown scenario',
      fleet([{ ...row, scenario: 'mars' }]),
      /household, asleep, stopped, local, cottage, tall_house, weak_mains, self_starting/,
    ],
    ['no number of boards', [...fleet([row]), '--boards', 'many'], /--boards must be a whole number/],
    ['more boards than the file lists', [...fleet([row]), '--boards', '2'], /lists 1 boards, not 2/],
    ['a board twice', fleet([row, row]), /lists MNB-DE0001 twice/],
  ])('%s is refused with a sentence', (_what, args, sentence) => {
    expect(() => readArguments(args)).toThrow(Refusal);
    expect(() => readArguments(args)).toThrow(sentence);
  });
});
