import { expect, it } from 'vitest';
import { page, showPage } from '../../testing/page.tsx';
import { badAnswer, HttpProblem, problemOf } from './http-problem.ts';
import { LoadStates } from './load-states.tsx';

const noSuchField = { issues: [{ path: [0, 'id_dev'] }] } as unknown as Parameters<typeof badAnswer>[1];
const CAUSES = {
  network: new HttpProblem(0, 'NETWORK'),
  missing: problemOf(404, { detail: 'Not Found' }),
  error: problemOf(500, { detail: 'Internal Server Error' }),
  proxy: problemOf(502, '<html>'),
  odd: badAnswer(200, noSuchField),
  device: problemOf(404, { detail: 'DEVICE_NOT_FOUND' }),
};

it.each([
  ['sk', 'network', 'Skontrolujte pripojenie k internetu a skúste to znova.'],
  ['sk', 'missing', 'Tento server túto časť neponúka.'],
  ['sk', 'error', 'Na serveri nastala chyba.'],
  ['sk', 'proxy', 'Server je dočasne nedostupný.'],
  ['sk', 'odd', 'Server poslal odpoveď, ktorej konzola nerozumie. Chybné pole: 0.id_dev.'],
  ['sk', 'device', 'Zariadenie sa nenašlo.'],
  ['gb', 'network', 'Check your internet connection and try again.'],
  ['gb', 'missing', 'This server does not offer this part.'],
  ['gb', 'error', 'An error occurred on the server.'],
  ['gb', 'odd', 'The server sent an answer that the console does not understand. Faulty field: 0.id_dev.'],
] as const)('R8 a failed load names its cause: %s, %s', async (locale, cause, sentence) => {
  const error = CAUSES[cause];
  await showPage(<LoadStates state="failed" error={error} onRetry={() => undefined} />, locale);
  expect(page.textOf(page.get('alert'))).toContain(sentence);
  // What the server does not offer, it will not offer a moment later.
  expect(page.all('button')).toHaveLength(cause === 'missing' ? 0 : 1);
});
