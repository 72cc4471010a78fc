import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@manoboard/testkit/free-port';
import { describe, expect, it } from 'vitest';
import { readArguments } from '../arguments.ts';
import { readConverterArguments, startConverter } from '../converter-command.ts';
import { readProbeArguments, runProbe } from '../probe-command.ts';
import { Refusal } from '../refusal.ts';
import { getProfileOf, readProfiles } from './profile-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'profiles-'));
function fileOf(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  return path;
}
const own = { profile: 1, extends: 'GD10', type: 'GD10-OWN', isConfirmed: false };
const secret = fileOf('secret.txt', 'secret');
const board = ['board', '--mqtt', 'mqtt://127.0.0.1:1883', '--id', 'MNB-00A1B2', '--secret-file', secret];

describe('profiles of the operator', () => {
  it('a file gives the type of the converter', () => {
    const path = fileOf('own.json', own);
    const drive = ['--drive', 'modbus:tcp://127.0.0.1:502'];
    const { boards, profiles } = readArguments([...board, ...drive, '--profile', path]);
    expect(boards[0]?.fcType).toBe('GD10-OWN');
    expect(getProfileOf('GD10-OWN', profiles).registers.length).toBeGreaterThan(50);
  });

  it('a folder gives more of them, and one may extend another', () => {
    const more = mkdtempSync(join(folder, 'more-'));
    writeFileSync(join(more, 'a.json'), JSON.stringify({ ...own, type: 'A-1' }));
    writeFileSync(join(more, 'b.json'), JSON.stringify({ ...own, extends: 'GD200A', type: 'B-1' }));
    expect(readProfiles({ folder: more }).map(({ fcType }) => fcType)).toEqual(['A-1', 'B-1']);
  });

  it('a wrong file is refused with file, line, path and reason', () => {
    const path = fileOf('wrong.json', { ...own, registers: [{ name: 'x', address: 1, sorce: 'M' }] });
    expect(() => readProfiles({ file: path })).toThrow(Refusal);
    expect(() => readProfiles({ file: path })).toThrow(
      new RegExp(`${path}:\\d+: registers\\[0\\]\\.source is missing\\.`),
    );
    expect(() => readProfiles({ file: join(folder, 'none.json') })).toThrow(/cannot be read \(ENOENT\)/);
  });

  it('a profile without a real drive is refused', () => {
    const path = fileOf('own.json', own);
    expect(() => readArguments([...board, '--profile', path])).toThrow(/--drive must name it/);
  });

  it('a type without a profile is refused', () =>
    expect(() => getProfileOf('ACS310', [])).toThrow(/--profile must name its file/));
});

describe('--probe', () => {
  it('prints the registers of a drive beside the profile, and writes nothing', async () => {
    const port = await freePort();
    const order = readConverterArguments(['--tcp', String(port), '--fc-type', 'SINAMICS-V20']);
    const { close } = await startConverter(order, () => undefined);
    const probe = readProbeArguments([
      ...['--probe', '22-24', '--fc-type', 'SINAMICS-V20'],
      ...['--drive', `modbus:tcp://127.0.0.1:${port}?timeout=2000`],
    ]);
    if (!probe) throw new Error('no probe');
    const lines: string[] = [];
    await runProbe(probe, (line) => lines.push(line));
    await close();
    expect(lines).toEqual([
      'Siemens SINAMICS-V20: 3 registers.',
      expect.stringMatching(/^ {3}22 {2}0016H {2}40023 .*– .*refused: illegal_address$/),
      expect.stringMatching(/^ {3}23 {2}0017H {2}40024 .*0000H .*running_frequency = 0\.00 Hz$/),
      expect.stringMatching(/motor_speed = 0 rpm$/),
    ]);
  });

  it.each([
    [
      'a range that is none',
      ['--probe', 'all', '--drive', 'modbus:tcp://x'],
      /--probe must be map or a range/,
    ],
    ['no drive', ['--probe', 'map'], /needs --drive/],
    ['an unknown option', ['--probe', 'map', '--speed', '1'], /Unknown option/],
  ])('%s is refused', (_what, args, message) => expect(() => readProbeArguments(args)).toThrow(message));

  it('is not asked for without the option', () =>
    expect(readProbeArguments(['--mqtt', 'x'])).toBeUndefined());
});

it.each([
  ['without a port', ['--fc-type', 'GD10'], /--tcp and the type/],
  ['without a type', ['--tcp', '502'], /--tcp and the type/],
  ['of an unknown type', ['--tcp', '502', '--fc-type', 'XY1'], /registers of a XY1 are unknown/],
])('a simulated converter %s is refused', (_what, args, message) =>
  expect(() => readConverterArguments(args)).toThrow(message),
);
