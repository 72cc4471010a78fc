import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { Settings } from '../../apps/server/src/base/config.ts';
import { parseEnvFile } from '../../packages/domain/src/installation/env-file.mjs';

const text = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');

it('.env.example lists every setting of the server in the same order, and no others', () =>
  expect(Object.keys(parseEnvFile(text))).toEqual(Object.keys(Settings.shape)));

it('every setting has a comment and no value, so a copy changes nothing', () => {
  for (const [name, value] of Object.entries(parseEnvFile(text))) {
    expect(value, name).toBe('');
    expect(text, name).toMatch(new RegExp(`^# .*\\n${name}=`, 'm'));
  }
});
