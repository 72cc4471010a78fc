import type { ConfigState } from '@manoboard/contract/device/device-config-state';
import { afterEach, describe, expect, it } from 'vitest';
import { resetLive } from '../../../device/live/live.ts';
import { session } from '../../../lib/http/session.ts';
import type { Handler } from '../../../testing/fake-server.ts';
import { freezeTime, ID, pass, showLive, T } from '../../../testing/live-page.tsx';
import { page } from '../../../testing/page.tsx';
import { field, submit, type } from '../../../testing/whole-app.tsx';
import { ConfigForm } from './config-form.tsx';

freezeTime();
afterEach(() => sessionStorage.clear());

const PATH = `/devices/${ID}/config`;
const MIN = 'Najnižší požadovaný tlak (bar)';
const MAX = 'Najvyšší požadovaný tlak (bar)';
const UNSAVED = 'Sú tu vaše zmeny, ktoré ešte nie sú uložené.';

const configState = (change: Partial<ConfigState> = {}): ConfigState => ({
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
    puts: () => server.requestsTo(PATH).filter(({ method }) => method === 'PUT'),
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

async function typeAndExpireSession() {
  const first = await open(configState());
  await type(MAX, '5,2');
  await send();
  expect(page.text()).not.toContain(UNSAVED);
  await first.leave();
  session.begin();
}

it('R4.11 R3.8 the draft is restored after the session expired, until it is saved', async () => {
  await typeAndExpireSession();
  const { puts } = await open(configState(), { onPut: () => ({ json: configState({ version: 5 }) }) });
  expect(field(MAX).value).toBe('5,2');
  expect(page.text()).toContain(UNSAVED);
  await send();
  expect(puts()[0]?.body).toEqual({ version: 4, config: { pressure: { min: 3, max: 5.2 } } });
  expect(page.text()).not.toContain(UNSAVED);
  expect(sessionStorage.length).toBe(0);
});

it('R4.11 the draft is not shown to another user of the browser', async () => {
  await typeAndExpireSession();
  await open(configState(), { userId: 8 });
  expect(field(MAX).value).toBe('5,5');
});

it('R4.11 a draft of an older version lists the newer changes and can be discarded', async () => {
  await typeAndExpireSession();
  await open(configState({ version: 5, desired: { pressure: { min: 3.5, max: 5.5 } }, changed_by: 'Ján' }));
  expect(page.textOf(page.get('alert'))).toContain(`${MIN}: 3 → 3,5`);
  expect(field(MAX).value).toBe('5,2');
  await page.click(page.get('button', 'Zahodiť zmeny'));
  expect([field(MIN).value, field(MAX).value]).toEqual(['3,5', '5,5']);
  expect(sessionStorage.length).toBe(0);
});

describe('R4.11 a form that is being saved', () => {
  const saved = configState({ version: 5, desired: { pressure: { min: 3, max: 5.2 } } });

  /** Holds the answer back until `answer()`. */
  async function saveSlowly() {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { leave } = await open(configState(), { onPut: () => promise.then(() => ({ json: saved })) });
    await type(MAX, '5,2');
    await send();
    const answer = async () => {
      resolve();
      await pass(0);
    };
    return { leave, answer };
  }

  it('keeps values typed during the save as unsaved', async () => {
    const { answer } = await saveSlowly();
    await type(MIN, '3,4');
    await answer();
    expect([field(MIN).value, field(MAX).value]).toEqual(['3,4', '5,2']);
    expect(page.isDisabled(page.get('button', 'Uložiť nastavenie'))).toBe(false);
    expect(sessionStorage.length).toBe(1);
  });

  it('leaves no draft if the user leaves it', async () => {
    const { answer, leave } = await saveSlowly();
    await leave();
    await answer();
    expect(sessionStorage.length).toBe(0);
  });

  it('keeps values typed during the save in the draft if the user leaves it', async () => {
    const { answer, leave } = await saveSlowly();
    await type(MIN, '3,4');
    await leave();
    await answer();
    const { puts } = await open(saved);
    expect(page.text()).toContain(UNSAVED);
    await send();
    expect(puts()[0]?.body).toEqual({ version: 5, config: { pressure: { min: 3.4, max: 5.2 } } });
  });

  it('does not report its own change as foreign if it is reopened before the answer', async () => {
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
  'R4.11 an unreadable draft (%j) is ignored',
  async (kept) => {
    sessionStorage.setItem(`config-draft.7.${ID}`, kept);
    await open(configState());
    expect(field(MAX).value).toBe('5,5');
  },
);
