import { gd10 } from '@manoboard/domain/fc/gd10';
import { freePort } from '@manoboard/testkit/free-port';
import { expect, it } from 'vitest';
import { addressOf } from '../test/gd10-world.ts';
import { systemClock } from './clock.ts';
import { createModbusDrive } from './drive/modbus-drive.ts';
import { readGd10Arguments, startGd10 } from './gd10-command.ts';
import { Refusal } from './refusal.ts';

const usual = { unit: 1, scenario: 'household', seed: 1 };

it.each([
  [['--tcp', '1502'], { ...usual, line: { kind: 'tcp', host: '127.0.0.1', port: 1502 } }],
  [['--tcp', '0.0.0.0:1502'], { ...usual, line: { kind: 'tcp', host: '0.0.0.0', port: 1502 } }],
  [
    ['--serial', '/dev/ttyS1', '--unit', '9', '--scenario', 'local', '--seed', '5'],
    {
      unit: 9,
      scenario: 'local',
      seed: 5,
      line: { kind: 'rtu', path: '/dev/ttyS1', baud: 19_200, parity: 'even' },
    },
  ],
  [
    ['--serial', '/dev/ttyS1?baud=9600&parity=odd'],
    { ...usual, line: { kind: 'rtu', path: '/dev/ttyS1', baud: 9600, parity: 'odd' } },
  ],
])('gd10 %j', (args, order) => {
  expect(readGd10Arguments(args)).toEqual(order);
});

it.each([
  ['nothing', [], /Either --tcp or --serial/],
  ['both', ['--tcp', '1502', '--serial', '/dev/ttyS1'], /Either --tcp or --serial/],
  ['no port', ['--tcp', 'here'], /--tcp must be a whole number/],
  ['a unit for everybody', ['--tcp', '1502', '--unit', '0'], /--unit must be a whole number from 1 to 247/],
  ['an unknown house', ['--tcp', '1502', '--scenario', 'castle'], /scenario must be one of/],
  ['an unknown option', ['--udp', '1'], /--udp/],
  ['no serial port', ['--serial', ''], /--serial names no serial port/],
])('gd10 with %s is refused', (_what, args, sentence) => {
  expect(() => readGd10Arguments(args)).toThrow(sentence);
});

it('answers on its line and logs its address', async () => {
  const port = await freePort();
  const logged: string[] = [];
  const options = { clock: systemClock, log: (line: string) => logged.push(line), onClosed: () => undefined };
  const order = readGd10Arguments(['--tcp', String(port), '--unit', '3']);
  const server = await startGd10(order, options);
  expect(logged).toEqual([`A simulated GD10 answers Modbus TCP at 127.0.0.1:${port}, unit 3.`]);
  const address = addressOf(`modbus:tcp://127.0.0.1:${port}?unit=3`);
  const drive = createModbusDrive({ address, profile: gd10, clock: systemClock });
  expect(await drive.identify()).toEqual({ ident: 0x010d, fcType: 'GD10' });
  await expect(startGd10(order, options)).rejects.toThrow(Refusal);
  await drive.close();
  await server.close();
});

it('a missing serial port is one error sentence', async () => {
  const order = readGd10Arguments(['--serial', '/dev/nothing-here']);
  const started = startGd10(order, { clock: systemClock, log: () => undefined, onClosed: () => undefined });
  await expect(started).rejects.toThrow(/cannot answer on \/dev\/nothing-here/);
});
