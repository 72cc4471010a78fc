import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { Settings } from '../apps/server/src/config.ts';
import { parseEnvFile } from './lib/env-file.mjs';

const text = readFileSync(new URL('../.env.example', import.meta.url), 'utf8');

it('.env.example lists every setting of the server, in its order, and no other', () =>
  expect(Object.keys(parseEnvFile(text))).toEqual(Object.keys(Settings.shape)));

it('every setting has a sentence, and none has a value: a copy changes nothing', () => {
  for (const [name, value] of Object.entries(parseEnvFile(text))) {
    expect(value, name).toBe('');
    expect(text, name).toMatch(new RegExp(`^# .*\\n${name}=`, 'm'));
  }
});
