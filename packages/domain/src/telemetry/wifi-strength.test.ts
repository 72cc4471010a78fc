import { expect, it } from 'vitest';
import { wifiStrength } from './wifi-strength.ts';

it.each([
  [-30, 'strong'],
  [-60, 'strong'],
  [-61, 'good'],
  [-70, 'good'],
  [-71, 'weak'],
  [-80, 'weak'],
  [-81, 'poor'],
] as const)('R4.5 %i dBm is %s', (rssi, word) => expect(wifiStrength(rssi)).toBe(word));
