import { readClaimText } from '@manoboard/contract/device/claim';
import { generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { type Handler, startFakeServer } from '../../../testing/fake-server.ts';
import { page, showPage } from '../../../testing/page.tsx';
import { errorOf, eventually, field, submit, type } from '../../../testing/whole-app.tsx';
import { BlockedCard } from './blocked-card.tsx';
import { EnrolCard } from './enrol-card.tsx';
import { RenewalCard } from './renewal-card.tsx';

const BOARD = { id_dev: 'MNB-00A1B2', claim_code: '7K3D-9QTX-2MVA', secret: 'the-secret-of-the-board' };
const known: ReturnType<Handler> = { status: 409, json: { detail: 'DEVICE_ENROLLED' } };
const enrolled: ReturnType<Handler> = { status: 201, json: BOARD };

afterEach(() => vi.restoreAllMocks());

const FINGERPRINT = 'AB:CD:EF';

async function openCard(...answers: ReturnType<Handler>[]) {
  const server = startFakeServer({ '/enrolments': () => answers.shift() ?? { status: 500 } });
  await showPage(
    <EnrolCard server={{ boardUrl: 'mqtts://pumps.example.com:8883', fingerprint: FINGERPRINT }} />,
  );
  return { sent: () => server.requestsTo('/enrolments').map(({ body }) => body) };
}

it('an enrolled board shows its secret once, the command and a label whose code claims the board', async () => {
  const { sent } = await openCard(enrolled);
  await submit();
  await eventually(() => expect(page.text()).toContain(BOARD.secret));
  expect(sent()).toEqual([{ id_dev: null, is_replacing: false }]);
  expect(page.text()).toContain('--mqtt mqtts://pumps.example.com:8883 --ca sha256:AB:CD:EF --id MNB-00A1B2');
  const label = document.querySelector('[role=img]');
  expect(label?.getAttribute('aria-label')).toBe('Štítok dosky MNB-00A1B2 s kódom 7K3D-9QTX-2MVA');
  const text = 'MNB:1:MNB-00A1B2:7K3D-9QTX-2MVA';
  expect(readClaimText(text)).toEqual({ id_dev: BOARD.id_dev, claim_code: BOARD.claim_code });
  expect(label?.querySelector('path')?.getAttribute('d')).toBe(toSvgPath(generate(text)));
  const print = vi.fn();
  vi.stubGlobal('print', print);
  await page.click(page.get('button', 'Vytlačiť štítok'));
  expect(print).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
  await page.click(page.get('button', 'Hotovo'));
  expect(page.text()).not.toContain(BOARD.secret);
});

it('the secret is saved as a file of the name that the board expects', async () => {
  await openCard(enrolled);
  await submit();
  await eventually(() => expect(page.get('button', 'Stiahnuť tajný kľúč')).toBeTruthy());
  const saved: { name: string; text: Promise<string> }[] = [];
  let file: Blob | undefined;
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    file = blob as Blob;
    return 'blob:secret';
  });
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (file) saved.push({ name: this.download, text: file.text() });
  });
  await page.click(page.get('button', 'Stiahnuť tajný kľúč'));
  await vi.waitFor(() => expect(saved).toHaveLength(1));
  vi.useRealTimers();
  expect(saved[0]?.name).toBe('MNB-00A1B2.secret');
  expect(await saved[0]?.text).toBe(
    `${BOARD.secret}\nmqtt mqtts://pumps.example.com:8883\nca sha256:${FINGERPRINT}\n`,
  );
});

it('a known board is refused, and replaced only by the button below the warning', async () => {
  const { sent } = await openCard(known, { status: 503, json: { detail: 'UNAVAILABLE' } }, known, enrolled);
  const replace = () => page.all('button', 'Nahradiť tajný kľúč a štítok dosky MNB-00A1B2');
  await type('ID dosky', 'mnb-00a1b2');
  await submit();
  await eventually(() => expect(page.textOf(page.get('alert'))).toContain('už je zaevidovaná'));
  expect(page.text()).toContain('Doterajší kľúč aj štítok prestanú platiť');
  await type('ID dosky', 'MNB-00A1B3');
  expect(replace()).toEqual([]);
  await type('ID dosky', 'MNB-00A1B2');
  for (const button of replace()) await page.click(button);
  await eventually(() => expect(replace()).toEqual([]));
  await eventually(() => expect(page.get('alert')).toBeTruthy());
  await submit();
  await eventually(() => expect(replace()).toHaveLength(1));
  for (const button of replace()) await page.click(button);
  await eventually(() => expect(page.text()).toContain(BOARD.secret));
  const id_dev = 'MNB-00A1B2';
  expect(sent()).toEqual([false, true, false, true].map((is_replacing) => ({ id_dev, is_replacing })));
});

it('a bad ID is named at its field, and an error keeps the typed ID', async () => {
  const { sent } = await openCard({ status: 503, json: { detail: 'UNAVAILABLE' } });
  await type('ID dosky', '../x');
  await submit();
  expect(errorOf('ID dosky')).toContain('Neplatné ID zariadenia');
  expect(sent()).toEqual([]);
  await type('ID dosky', 'MNB-00A1B2');
  await submit();
  await eventually(() => expect(page.get('alert')).toBeTruthy());
  expect(field('ID dosky').value).toBe('MNB-00A1B2');
});

it('a board is blocked by its ID, listed with its time, and unblocked', async () => {
  const boards: object[] = [];
  const server = startFakeServer({
    '/enrolments/blocked': ({ method }) => (method === 'PUT' ? { status: 204 } : { json: boards }),
  });
  await showPage(<BlockedCard />);
  await type('ID dosky, ktorú treba zablokovať', 'mnb-00a1b2');
  boards.push({ id_dev: 'MNB-00A1B2', alias: 'Studňa', blocked_at: 1_790_000_000 });
  await submit();
  await eventually(() => expect(page.text()).toContain('Studňa'));
  boards.length = 0;
  await page.click(page.get('button', 'Odblokovať dosku MNB-00A1B2'));
  await eventually(() => expect(page.text()).not.toContain('Studňa'));
  const sent = server.requestsTo('/enrolments/blocked').flatMap(({ body }) => (body ? [body] : []));
  expect(sent).toEqual([
    { id_dev: 'MNB-00A1B2', blocked: true },
    { id_dev: 'MNB-00A1B2', blocked: false },
  ]);
});

it('the secret of a board is renewed by its ID: refused while it is offline, then each step until it is done', async () => {
  const row = (state: string) => [{ id_dev: 'MNB-00A1B2', alias: 'Studňa', state, at: 1_790_000_000 }];
  const answers: ReturnType<Handler>[] = [
    { status: 409, json: { detail: 'DEVICE_OFFLINE' } },
    { status: 202, json: row('sent')[0] },
  ];
  const lists = [[], row('sent'), row('stored'), row('done')];
  const server = startFakeServer({
    '/enrolments/renewals': ({ method }) =>
      method === 'POST' ? (answers.shift() ?? { status: 500 }) : { json: lists[0] },
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  await showPage(<RenewalCard />);
  await type('ID dosky, ktorej treba obnoviť tajný kľúč', 'mnb-00a1b2');
  await submit();
  await vi.waitFor(() => expect(page.textOf(page.get('alert'))).toContain('offline'));
  lists.shift();
  await submit();
  await vi.waitFor(() => expect(page.text()).toContain('čaká na dosku'));
  for (const state of ['čaká na prihlásenie', 'hotovo']) {
    lists.shift();
    await act(() => vi.advanceTimersByTimeAsync(2000));
    await vi.waitFor(() => expect(page.text()).toContain(state));
  }
  const asked = server.requestsTo('/enrolments/renewals').length;
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(server.requestsTo('/enrolments/renewals')).toHaveLength(asked);
  vi.useRealTimers();
});
