import { expect, it } from 'vitest';
import { Refusal } from '../refusal.ts';
import { driveAddress } from './drive-address.ts';

const usual = {
  unit: 1,
  timeoutMs: 300,
  ratedKw: undefined,
  pumpKw: undefined,
  noFlowW: undefined,
  hasUnverified: false,
  sensorInput: undefined,
  hasOwnClock: false,
  isIdentitySkipped: false,
};

it.each([
  ['simulated', undefined],
  [
    'modbus:rtu:/dev/ttyUSB0',
    { ...usual, line: { kind: 'rtu', path: '/dev/ttyUSB0', baud: 19_200, parity: 'even' } },
  ],
  [
    'modbus:rtu:COM3?baud=9600&parity=none&unit=7&timeout=150&kw=1.5&pump_kw=1.1&noflow_w=700&unverified=1&sensor=ai2&clock=own&identity=skip',
    {
      line: { kind: 'rtu', path: 'COM3', baud: 9600, parity: 'none' },
      unit: 7,
      timeoutMs: 150,
      ratedKw: 1.5,
      pumpKw: 1.1,
      noFlowW: 700,
      hasUnverified: true,
      sensorInput: 2,
      hasOwnClock: true,
      isIdentitySkipped: true,
    },
  ],
  ['modbus:tcp://10.0.0.5', { ...usual, line: { kind: 'tcp', host: '10.0.0.5', port: 502 } }],
  [
    'modbus:tcp://gw.local:1502?unit=2',
    { ...usual, unit: 2, line: { kind: 'tcp', host: 'gw.local', port: 1502 } },
  ],
  ['modbus:tcp://[::1]:1502', { ...usual, line: { kind: 'tcp', host: '::1', port: 1502 } }],
])('%s', (text, address) => {
  expect(driveAddress(text)).toEqual(address);
});

it.each([
  ['', /must be simulated or like/],
  ['modbus', /must be simulated or like/],
  ['modbus:udp://x', /must be simulated or like/],
  ['modbus:rtu:', /names no serial port/],
  ['modbus:tcp:', /must be like/],
  ['modbus:tcp://host:99999', /must be like/],
  ['modbus:tcp://host/path', /must be like/],
  ['modbus:tcp://host?baud=9600', /no setting baud/],
  ['modbus:tcp://host?unit=0', /unit must be a whole number from 1 to 247/],
  ['modbus:tcp://host?unit=1.5', /unit must be a whole number/],
  ['modbus:tcp://host?timeout=1', /timeout must be a whole number from 50/],
  ['modbus:tcp://host?identity=no', /identity must be one of required, skip/],
  ['modbus:tcp://host?kw=much', /rated power in kW/],
  ['modbus:tcp://host?kw=', /rated power in kW/],
  ['modbus:tcp://host?pump_kw=-1', /pump_kw must be the pump's rated power in kW/],
  ['modbus:tcp://host?noflow_w=x', /noflow_w must be what the pump takes/],
  ['modbus:rtu:/dev/ttyUSB0?baud=12345', /baud must be one of 1200/],
  ['modbus:rtu:/dev/ttyUSB0?parity=mark', /parity must be one of none, even, odd/],
  ['modbus:rtu:/dev/ttyUSB0?sensor=ai3', /sensor must be one of ai1, ai2/],
])('refused: %s', (text, sentence) => {
  expect(() => driveAddress(text)).toThrow(Refusal);
  expect(() => driveAddress(text)).toThrow(sentence);
});
