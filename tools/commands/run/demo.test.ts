import { expect, it } from 'vitest';
import { demoEnv } from './demo.mjs';

it.each([
  ['the demo is on by default, with a quiet log', {}, { DEMO: '1', LOG_LEVEL: 'warn' }],
  ['an empty setting counts as not set', { DEMO: '', LOG_LEVEL: ' ' }, { DEMO: '1', LOG_LEVEL: 'warn' }],
  ['a chosen log level stays', { LOG_LEVEL: 'debug' }, { DEMO: '1', LOG_LEVEL: 'debug' }],
  ['without the demo the server chooses its log level', { DEMO: '0' }, { DEMO: '0' }],
])('%s', (_case, settings, expected) => expect(demoEnv(settings)).toEqual(expected));
