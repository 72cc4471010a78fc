import type { ConfigState } from '@manoboard/contract/nouns/device-config-state';
import { afterEach, describe, expect, it } from 'vitest';
import { resetLive } from '../../device/live/live.ts';
import { session } from '../../lib/session.ts';
import type { Handler } from '../../testing/fake-server.ts';
import { freezeTime, ID, pass, showLive, T } from '../../testing/live-page.tsx';
import { page } from '../../testing/page.tsx';
import { field, submit, type } from '../../testing/whole-app.tsx';
import { ConfigForm } from './config-form.tsx';

freezeTime();
afterEach(() => sessionStorage.clear());

const PATH = `/devices/${ID}/config`;
const MIN = 'Najnižší požadovaný tlak (bar)';
const MAX = 'Najvyšší požadovaný tlak (bar)';
const UNSAVED = 'Sú tu vaše zmeny, ktoré ešte nie sú uložené.';

const known = (change: Partial<ConfigState> = {}): ConfigState => ({
  version: 4,
  desired: { pressure: { min: 3, max: 5.5 } },
  changed_at: T - 600,
  changed_by: 'Eva Vodná',
  state: 'pending',
  reported: null,
  applied: null,
  ...change,
});
const unauthorized: Handler = () => ({ status: 401, json: { detail: 'UNAUTHORIZED' } });

async function open(state: ConfigState, { userId = 7, onPut = unauthorized } = {}) {
  const { leave, server } = await showLive(
    <ConfigForm deviceId={ID} name="Studňa" userId={userId} canConfigure pump="Beží" />,
    { routes: { [PATH]: (request) => (request.method === 'PUT' ? onPut(request) : { json: state }) } },
  );
  await pass(0);
  return {
    puts: () => server.askedFor(PATH).filter(({ method }) => method === 'PUT'),
    async leave() {
      await leave();
      resetLive();
    },
  };
}
const send = async () => {
  await submit();
  await pass(0);
};

async function typeAndLeave() {
  const first = await open(known());
  await type(MAX, '5,2');
  await send();
  expect(page.text()).not.toContain(UNSAVED);
  await first.leave();
  session.begin();
}

it('R4.11 R3.8 what was typed is there again after the session ran out, until it is saved', async () => {
  await typeAndLeave();
  const { puts } = await open(known(), { onPut: () => ({ json: known({ version: 5 }) }) });
  expect(field(MAX).value).toBe('5,2');
  expect(page.text()).toContain(UNSAVED);
  await send();
  expect(puts()[0]?.body).toEqual({ version: 4, config: { pressure: { min: 3, max: 5.2 } } });
  expect(page.text()).not.toContain(UNSAVED);
  expect(sessionStorage.length).toBe(0);
});

it('R4.11 what was typed is for nobody else who logs in here', async () => {
  await typeAndLeave();
  await open(known(), { userId: 8 });
  expect(field(MAX).value).toBe('5,5');
});

it('R4.11 what was typed on an older version overwrites nothing unseen', async () => {
  await typeAndLeave();
  await open(known({ version: 5, desired: { pressure: { min: 3.5, max: 5.5 } }, changed_by: 'Ján' }));
  expect(page.says(page.get('alert'))).toContain(`${MIN}: 3 → 3,5`);
  expect(field(MAX).value).toBe('5,2');
  await page.click(page.get('button', 'Zahodiť zmeny'));
  expect([field(MIN).value, field(MAX).value]).toEqual(['3,5', '5,5']);
  expect(sessionStorage.length).toBe(0);
});

describe('R4.11 while it is being saved', () => {
  const saved = known({ version: 5, desired: { pressure: { min: 3, max: 5.2 } } });

  /** The answer comes when the test says so. */
  async function saveSlowly() {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { leave } = await open(known(), { onPut: () => promise.then(() => ({ json: saved })) });
    await type(MAX, '5,2');
    await send();
    const answer = async () => {
      resolve();
      await pass(0);
    };
    return { leave, answer };
  }

  it('what is typed stays, and is not saved yet', async () => {
    const { answer } = await saveSlowly();
    await type(MIN, '3,4');
    await answer();
    expect([field(MIN).value, field(MAX).value]).toEqual(['3,4', '5,2']);
    expect(page.isDisabled(page.get('button', 'Uložiť nastavenie'))).toBe(false);
    expect(sessionStorage.length).toBe(1);
  });

  it('who leaves finds no draft of it later', async () => {
    const { answer, leave } = await saveSlowly();
    await leave();
    await answer();
    expect(sessionStorage.length).toBe(0);
  });

  it('a form that was left during a save keeps the values typed since', async () => {
    const { answer, leave } = await saveSlowly();
    await type(MIN, '3,4');
    await leave();
    await answer();
    const { puts } = await open(saved);
    expect(page.text()).toContain(UNSAVED);
    await send();
    expect(puts()[0]?.body).toEqual({ version: 5, config: { pressure: { min: 3.4, max: 5.2 } } });
  });

  it('a form that is reopened before the answer does not report its own change as foreign', async () => {
    const { answer, leave } = await saveSlowly();
    await leave();
    await open(saved);
    expect(page.all('alert')).toEqual([]);
    await answer();
    expect(field(MAX).value).toBe('5,2');
    expect(sessionStorage.length).toBe(0);
  });
});

it.each(['', 'null', '{"base":{},"values":{}}'])(
  'a draft that nobody understands (%j) is none',
  async (kept) => {
    sessionStorage.setItem(`config-draft.7.${ID}`, kept);
    await open(known());
    expect(field(MAX).value).toBe('5,5');
  },
);
