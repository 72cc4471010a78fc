import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { findEnvFile, loadEnvFile, warnOfNames } from './env-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'manoboard-env-'));
const path = join(folder, 'manoboard.env');
writeFileSync(path, 'PORT=9000 # of the console\nHOST="0.0.0.0"\nSMPT_URL=smtp://mail\nMY_NOTE=1\nTZ=UTC\n');
afterAll(() => rmSync(folder, { recursive: true }));

it('the settings of the file are added, and the environment takes precedence', () => {
  const env: NodeJS.ProcessEnv = { ENV_FILE: path, PORT: '8081' };
  loadEnvFile(env);
  expect(env).toMatchObject({ PORT: '8081', HOST: '0.0.0.0' });
});

it('every name of the file that is no setting is named, and misspelt ones of the environment', () => {
  const env: NodeJS.ProcessEnv = { ENV_FILE: path, PATH: '/bin', DATA_DRI: 'x', MY_OTHER_NOTE: '1' };
  expect(warnOfNames(env, loadEnvFile(env))).toEqual([
    `SMPT_URL in ${path} is not a setting and has no effect: is SMTP_URL meant?`,
    `MY_NOTE in ${path} is not a setting and has no effect.`,
    'DATA_DRI is not a setting and has no effect: is DATA_DIR meant?',
  ]);
});

it('an empty ENV_FILE reads none, and one that does not exist is refused', () => {
  expect(findEnvFile({ ENV_FILE: '' }, path)).toBeUndefined();
  expect(findEnvFile({}, path)?.values.PORT).toBe('9000');
  expect(findEnvFile({}, join(folder, 'none'))).toBeUndefined();
  expect(() => findEnvFile({ ENV_FILE: join(folder, 'none') })).toThrow(
    /^The settings cannot be read: ENOENT/,
  );
});
