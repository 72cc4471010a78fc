import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readCredentials } from '../credentials.ts';
import { createBoardSecrets, type SecretPair } from './board-secrets.ts';
import { parseIdentityFile } from './identity-file.ts';
import { keepInCredentials, keepInIdentityFile } from './secret-files.ts';
import { createSecretRenewal } from './secret-renewal.ts';

function aBoard(pair: SecretPair = { secret: 'first' }) {
  const kept: SecretPair[] = [];
  return { kept, secrets: createBoardSecrets(pair, (next) => kept.push(next)) };
}

it('a new secret is stored with the former one, which is dropped once the new one was accepted', () => {
  const { kept, secrets } = aBoard();
  expect(secrets.isRenewed('second')).toBe(true);
  expect(secrets.current()).toBe('second');
  secrets.accepted();
  secrets.accepted();
  expect(kept).toEqual([{ secret: 'second', former: 'first' }, { secret: 'second' }]);
});

it('a refused new secret is followed by the former one, and both are tried until one is accepted', () => {
  const { kept, secrets } = aBoard({ secret: 'second', former: 'first' });
  const tried = [0, 1, 2].map(() => {
    const secret = secrets.current();
    secrets.refused();
    return secret;
  });
  expect(tried).toEqual(['second', 'first', 'second']);
  secrets.accepted();
  expect(kept).toEqual([{ secret: 'first' }]);
  secrets.refused();
  expect(secrets.current()).toBe('first');
});

it('a second new secret keeps the one that the server has accepted, not the first new one', () => {
  const { kept, secrets } = aBoard();
  secrets.isRenewed('second');
  secrets.isRenewed('third');
  secrets.isRenewed('third');
  expect(kept.at(-1)).toEqual({ secret: 'third', former: 'first' });
  expect(kept).toHaveLength(2);
});

it('a secret that cannot be stored changes nothing, and a board without a file refuses it', () => {
  const errors: unknown[] = [];
  const full = () => {
    throw new Error('the disk is full');
  };
  const secrets = createBoardSecrets({ secret: 'first' }, full, (error) => errors.push(error));
  expect(secrets.isRenewed('second')).toBe(false);
  expect([secrets.current(), errors.length]).toEqual(['first', 1]);
  const fixed = createBoardSecrets({ secret: 'first' });
  expect([fixed.canRenew, fixed.isRenewed('second'), fixed.current()]).toEqual([false, false, 'first']);
});

it('the files keep everything else, and only their owner reads them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'board-secrets-'));
  const file = join(folder, 'MNB-00A1B2.secret');
  writeFileSync(file, 'first\nmqtt mqtts://pumps.example.com:8883\nca sha256:AB\n');
  const keep = keepInIdentityFile(file);
  keep({ secret: 'second', former: 'first' });
  expect(parseIdentityFile(readFileSync(file, 'utf8'))).toEqual({
    secret: 'second',
    former: 'first',
    mqtt: 'mqtts://pumps.example.com:8883',
    ca: 'sha256:AB',
  });
  keep({ secret: 'second' });
  expect(readFileSync(file, 'utf8')).toBe('second\nmqtt mqtts://pumps.example.com:8883\nca sha256:AB\n');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const fleet = join(folder, 'fleet.json');
  const rows = ['MNB-00A1B2', 'MNB-00A1B3'].map((id_dev) => ({ id_dev, secret: id_dev, scenario: 'local' }));
  writeFileSync(fleet, JSON.stringify(rows));
  keepInCredentials(fleet, 'MNB-00A1B3')({ secret: 'second', former: 'MNB-00A1B3' });
  expect(readCredentials(fleet)).toMatchObject([
    { secret: 'MNB-00A1B2', former: undefined, scenario: 'local' },
    { secret: 'second', former: 'MNB-00A1B3', scenario: 'local' },
  ]);
  keepInCredentials(fleet, 'MNB-00A1B3')({ secret: 'second' });
  expect(readCredentials(fleet)[1]).toMatchObject({ secret: 'second', former: undefined });
});

it('a renewal stores first, then answers, then logs in again; a malformed or retained one is ignored', async () => {
  const steps: string[] = [];
  const secrets = createBoardSecrets({ secret: 'first' }, ({ secret }) => steps.push(`stored ${secret}`));
  const renew = createSecretRenewal({
    secrets,
    sendAck: async ({ id, st }) => steps.push(`${id} ${st}`),
    reconnect: () => steps.push('reconnect'),
  });
  const send = (message: object, isRetained = false) =>
    renew(new TextEncoder().encode(JSON.stringify(message)), isRetained);
  const message = { v: 1, id: '0123456789', secret: 'a-new-secret-of-the-board' };
  await send({ ...message, secret: 'two\nlines-of-a-secret' });
  await send({ ...message, secret: 'short' });
  await send(message, true);
  expect(steps).toEqual([]);
  await send(message);
  expect(steps).toEqual([`stored ${message.secret}`, '0123456789 stored', 'reconnect']);
});
