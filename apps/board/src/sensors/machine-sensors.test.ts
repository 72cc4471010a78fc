import { expect, it } from 'vitest';
import { createMachineSensors } from './machine-sensors.ts';

const WIRELESS = `Inter-| sta-|   Quality        |   Discarded packets               | Missed | WE
 face | tus | link level noise |  nwid  crypt   frag  retry   misc | beacon | 22
 wlan0: 0000   52.  -58.  -256        0      0      0      0     19        0
`;

const sensorsOn = (temperature: string, wireless: string) =>
  createMachineSensors((file) => (file.includes('wireless') ? wireless : temperature));

it('a small computer reports its temperature and its Wi-Fi level', () => {
  expect(sensorsOn('48312\n', WIRELESS).read()).toEqual({ temperatureC: 48.312, rssiDbm: -58 });
});

it.each([
  ['nothing to read', '', ''],
  ['something else', 'n/a', 'no interfaces'],
  ['a table without interfaces', '', WIRELESS.split('\n').slice(0, 2).join('\n')],
])('%s: absent, not zero', (_what, temperature, wireless) => {
  expect(sensorsOn(temperature, wireless).read()).toEqual({ temperatureC: undefined, rssiDbm: undefined });
});

it('the current machine is read without an error', () => {
  expect(() => createMachineSensors().read()).not.toThrow();
});
