import type { LockOut } from '@manoboard/contract/command/lock-out';
import type { SelfStart } from '@manoboard/contract/device/self-start';
import {
  aDevice,
  aDeviceState,
  aLastData,
  aLockOut,
  anFcDevice,
  someLastValues,
} from '@manoboard/testkit/factories';
import { act } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
// Preloads the lazy modules: their load does not count towards the time of the first test.
import '../../../app/pages/device-tools.tsx';
import '../../../app/pages/overview-page.tsx';
import { resetLive } from '../../../device/live/live.ts';
import { FakeEventSource, type Handler, pollRoutes } from '../../../testing/fake-server.ts';
import { page } from '../../../testing/page.tsx';
import {
  aUser,
  errorOf,
  eventually,
  field,
  loggedIn,
  openApp,
  submit,
  type,
} from '../../../testing/whole-app.tsx';
import './lock-out-dialog.tsx';
import './lock-out-tag.tsx';
import './remove-dialog.tsx';

const ID = 'MNB-TE0001';
const TAG_PATH = `/devices/${ID}/lock-out`;
const nowS = () => Math.floor(Date.now() / 1000);
const ownAuthor = { user_id: aUser.id, name: 'Jana Kováčová' };

interface Setting {
  tag?: LockOut | null;
  roles?: string[];
  isOn?: boolean;
  /** R5.11: the board starts the pump again then. */
  nextTryS?: number;
  isOnline?: boolean;
  locale?: 'sk' | 'gb';
  answer?: Record<string, Handler>;
  href?: string;
}

/** A server that stores one tag. */
function serverOf({ tag = null, roles = [], isOn = false, nextTryS, isOnline = true }: Setting) {
  const online = isOnline ? [ID] : [];
  const state = { tag };
  const data = someLastValues({ on_off_state_r: isOn ? 1 : 3, modbus: 2, frequency_fc: isOn ? 40 : 0 });
  const plan = nextTryS === undefined ? {} : ({ next_try: nextTryS, stopped_for: 'DRY_RUN' } as const);
  const last = [aLastData({ device_id: ID, ts: nowS(), received_at: nowS(), data, ...plan })];
  const device = () => aDevice({ alias: 'Studňa', ...(state.tag && { lock_out: state.tag }) });
  const routes: Record<string, Handler> = {
    ...loggedIn(roles),
    ...pollRoutes(last, online),
    '/users-devices/get-devices': () => ({ json: [device()] }),
    '/users-devices/get-all-fc-devices': () => ({
      json: [anFcDevice({ owner_dev_id: ID, ...(state.tag && { lock_out: state.tag }) })],
    }),
    [`/mqtt/${ID}/start-stop`]: () => new Promise<never>(() => {}),
    [TAG_PATH]: ({ method, body }) => {
      if (method === 'DELETE') state.tag = null;
      if (method === 'PUT') state.tag = aLockOut({ by: ownAuthor, ...(body as Partial<LockOut>) });
      return method === 'DELETE' ? { status: 204 } : { json: state.tag };
    },
  };
  const emitLockOut = (lock_out: LockOut | null) => {
    state.tag = lock_out;
    return act(async () => FakeEventSource.current.emit('lock-out', { device_id: ID, lock_out }));
  };
  const emitSnapshot = () =>
    act(async () =>
      FakeEventSource.current.emit('snapshot', { now: nowS(), last_data: last, online, commands: [] }),
    );
  return { routes, emitLockOut, emitSnapshot };
}

async function open(setting: Setting = {}) {
  const { routes, emitLockOut, emitSnapshot } = serverOf(setting);
  const { href = `/admin/overview?device=${ID}`, locale = 'sk', answer = {} } = setting;
  const app = await openApp(href, { locale, routes: { ...routes, ...answer } });
  await eventually(() => expect(page.text()).toContain('Studňa'));
  await eventually(() => expect(FakeEventSource.opened).not.toEqual([]));
  await emitSnapshot();
  const sent = (method: string) =>
    app.server.requestsTo(TAG_PATH).findLast((asked) => asked.method === method);
  return { ...app, emitLockOut, sent };
}
const dialog = () => document.querySelector('[role=dialog]');
const dialogText = () => page.textOf(dialog() ?? document.createElement('p'));
const tagRegion = (name = 'Pri čerpadle je človek') => page.all('region', name)[0];

beforeEach(resetLive);

describe('R5.10 lock-out tag on the pump card', () => {
  it('shows author, reason and end, and follows the stream', async () => {
    const { emitLockOut } = await open();
    expect(tagRegion()).toBeUndefined();
    await emitLockOut(aLockOut({ since: nowS() - 60, until: nowS() + 3900 }));
    await eventually(() => expect(tagRegion()).toBeDefined());
    const text = page.textOf(tagRegion() ?? document.body);
    expect(text).toContain('Peter Horváth: „výmena ventilu“');
    expect(text).toMatch(/zostáva 1 h 5 min/);
    expect(text).toContain('Visačku môže zložiť Peter Horváth, technik alebo hlavný predajca.');
    expect(page.all('button', 'Zložiť visačku')).toEqual([]);
    await emitLockOut(null);
    await eventually(() => expect(tagRegion()).toBeUndefined());
  });

  it.each<[string, Setting, RegExp]>([
    ['sk', {}, /Doska o visačke ešte nevie, čerpadlo sa môže samo spustiť\./],
    ['sk', { nextTryS: nowS() + 3600 }, /Doska o visačke ešte nevie, môže to skúsiť (zajtra )?o \d+:\d\d\./],
    ['gb', { nextTryS: nowS() + 3600 }, /does not know of the lock-out tag yet, it may try (tomorrow )?at/],
  ])('says that the board has not confirmed it, %s', async (locale, setting, expected) => {
    const name = locale === 'sk' ? 'Pri čerpadle je človek' : 'Somebody is at the pump';
    const unconfirmed = aLockOut({ since: nowS(), unconfirmed: true });
    const { emitLockOut } = await open({ locale: locale as 'sk' | 'gb', tag: unconfirmed, ...setting });
    await eventually(() => expect(page.textOf(tagRegion(name) ?? document.body)).toMatch(expected));
    await emitLockOut(aLockOut({ since: nowS() }));
    await eventually(() => expect(page.textOf(tagRegion(name) ?? document.body)).not.toMatch(expected));
  });

  it('shows an open end in English', async () => {
    await open({ locale: 'gb', tag: aLockOut({ since: nowS() }) });
    await eventually(() => expect(tagRegion('Somebody is at the pump')).toBeDefined());
    expect(page.textOf(tagRegion('Somebody is at the pump') ?? document.body)).toMatch(
      /Peter Horváth: “výmena ventilu”from .*, until somebody removes the lock-out/,
    );
  });

  it('disables the pressure setting and shows the reason beside it', async () => {
    await open({
      tag: aLockOut(),
      answer: {
        [`/devices/${ID}/config`]: () => ({
          json: {
            version: 0,
            desired: {},
            changed_at: null,
            changed_by: null,
            state: 'none',
            reported: null,
            applied: null,
          },
        }),
      },
    });
    await eventually(() => expect(page.all('button', 'Nastaviť')).toHaveLength(1));
    await eventually(() => expect(page.isDisabled(page.get('button', 'Nastaviť'))).toBe(true));
    expect(page.all('status', 'Peter Horváth: „výmena ventilu“')).toHaveLength(1);
  });
});

describe('R5.10 lock-out dialog', () => {
  const href = `/admin/overview?device=${ID}&tool=lock-out`;

  it('names the device, says that it stops the pump and ends planned starts, and sends reason and end', async () => {
    const { sent } = await open({ href });
    await eventually(() => expect(dialogText()).toContain('Zariadenie Studňa dostane visačku s vaším menom'));
    expect(dialogText()).toContain('Nastavenie visačky čerpadlo vypne a zruší pokusy o spustenie');
    expect(page.all('button', 'Vypnúť čerpadlo Studňa')).toEqual([]);
    await type('Čo sa pri čerpadle robí', ' výmena ventilu ');
    await submit();
    await eventually(() => expect(page.text()).toContain('Zariadenie Studňa má visačku'));
    expect(sent('PUT')?.body).toEqual({ reason: ' výmena ventilu ', until: null });
    await eventually(() => expect(page.all('button', 'Zložiť visačku')).toHaveLength(1));
  });

  it.each<[string, Setting, RegExp]>([
    [
      'names a planned start',
      { nextTryS: nowS() + 3600 },
      /Doska chce čerpadlo sama spustiť (zajtra )?o \d+:\d\d\. Visačka tento pokus zruší\./,
    ],
    [
      'names a planned start of a board that is offline',
      { nextTryS: nowS() + 3600, isOnline: false },
      /Doska môže čerpadlo sama spustiť (zajtra )?o \d+:\d\d, aj bez spojenia/,
    ],
    [
      'says that an offline board does not know yet',
      { isOnline: false },
      /o visačke dozvie, až keď sa pripojí/,
    ],
  ])('%s', async (_case, setting, expected) => {
    await open({ href, ...setting });
    await eventually(() => expect(dialogText()).toMatch(expected));
  });

  it('offers to stop a pump that is on', async () => {
    const { server } = await open({ href, isOn: true });
    await eventually(() => expect(dialogText()).toContain('Čerpadlo Studňa je zapnuté.'));
    await page.click(page.get('button', 'Vypnúť čerpadlo Studňa'));
    expect(server.requestsTo(`/mqtt/${ID}/start-stop`)[0]?.body).toMatchObject({ value: false });
  });

  const stateWith = (...self_starts: SelfStart[]) => ({
    [`/devices/${ID}/state`]: () => ({ json: aDeviceState({ self_starts }) }),
  });
  const start = (after: SelfStart['after'], is_on: boolean | null): SelfStart => ({
    after,
    label: after === 'fault' ? 'P08.28' : 'P01.21',
    address: 1,
    value: is_on === null ? null : Number(is_on),
    is_on,
    ts: null,
  });

  it.each([
    [
      'starts by itself after a power cut',
      [start('power_cut', true), start('fault', false)],
      'Menič sa po výpadku prúdu spustí sám (P01.21 = 1). Vypnite aj istič.',
    ],
    [
      'starts by itself after both',
      [start('power_cut', true), start('fault', true)],
      'po výpadku prúdu aj po poruche spustí sám (P01.21 = 1, P08.28 = 1). Vypnite aj istič.',
    ],
    [
      'is not known to start after a fault',
      [start('power_cut', false), start('fault', null)],
      'Nevieme, či sa menič po poruche spustí sám. Vypnite aj istič.',
    ],
    [
      'has no known parameter',
      [],
      'Nevieme, či sa menič po výpadku prúdu alebo po poruche spustí sám. Vypnite aj istič.',
    ],
  ] as const)('says that the converter %s', async (_what, starts, sentence) => {
    await open({ href, answer: stateWith(...starts) });
    await eventually(() => expect(dialogText()).toContain(sentence));
  });

  it('says nothing about a converter that does not start by itself', async () => {
    const { server } = await open({
      href,
      answer: stateWith(start('power_cut', false), start('fault', false)),
    });
    await eventually(() => expect(server.requestsTo(`/devices/${ID}/state`)).not.toEqual([]));
    await eventually(() => expect(dialogText()).toContain('Čo sa pri čerpadle robí'));
    expect(dialogText()).not.toContain('istič');
  });

  it('counts a state that could not be read as unknown', async () => {
    await open({ href, answer: { [`/devices/${ID}/state`]: () => ({ status: 500, json: {} }) } });
    await eventually(() => expect(dialogText()).toContain('Nevieme, či sa menič'));
  });

  it('keeps a reason that is typed while the own tag expires', async () => {
    const { emitLockOut } = await open({ href, tag: aLockOut({ by: ownAuthor }) });
    await eventually(() => expect(dialogText()).toContain('Zmeniť visačku'));
    await type('Čo sa pri čerpadle robí', 'výmena snímača');
    await emitLockOut(aLockOut({ by: ownAuthor, until: nowS() + 1 }));
    await eventually(() => expect(dialogText()).toContain('Nastaviť visačku'));
    expect(field('Čo sa pri čerpadle robí').value).toBe('výmena snímača');
  });

  it('requires a reason', async () => {
    const { sent } = await open({ href });
    await eventually(() => expect(dialogText()).toContain('Čo sa pri čerpadle robí'));
    await submit();
    expect(errorOf('Čo sa pri čerpadle robí')).toContain('povinn');
    expect(sent('PUT')).toBeUndefined();
  });

  it('shows the tag of another user instead of its fields', async () => {
    await open({ href, tag: aLockOut() });
    await eventually(() =>
      expect(dialogText()).toContain('Zariadenie Studňa už má visačku. Peter Horváth: „výmena ventilu“'),
    );
    expect(dialog()?.querySelector('form')).toBeNull();
  });
});

describe('R7.5 lock-out removal', () => {
  it.each([
    ['its author', [], ownAuthor],
    ['a Technician', ['Technician'], { user_id: 9, name: 'Peter Horváth' }],
  ])('is offered to %s and confirmed in a dialog that names the device', async (_who, roles, by) => {
    const { sent } = await open({ roles, tag: aLockOut({ id: 42, by }) });
    await eventually(() => expect(page.all('button', 'Zložiť visačku')).toHaveLength(1));
    await page.click(page.get('button', 'Zložiť visačku'));
    await eventually(() => expect(dialogText()).toContain('Zložiť visačku na zariadení Studňa?'));
    expect(sent('DELETE')).toBeUndefined();
    await submit();
    await eventually(() => expect(page.text()).toContain('Visačka na zariadení Studňa je zložená'));
    expect(sent('DELETE')?.path).toBe(`${TAG_PATH}?tag=42`);
    await eventually(() => expect(tagRegion()).toBeUndefined());
  });

  it('reports a tag that was replaced in the meantime', async () => {
    const tag = aLockOut({ by: ownAuthor });
    await open({
      tag,
      answer: {
        [TAG_PATH]: ({ method }) =>
          method === 'DELETE'
            ? { status: 409, json: { detail: 'LOCKED_OUT', lock_out: aLockOut({ id: 2 }) } }
            : { json: tag },
      },
    });
    await eventually(() => expect(page.all('button', 'Zložiť visačku')).toHaveLength(1));
    await page.click(page.get('button', 'Zložiť visačku'));
    await eventually(() => expect(dialogText()).toContain('Presvedčte sa'));
    await submit();
    await eventually(() => expect(dialogText()).toContain('Medzitým bola nastavená iná visačka.'));
  });
});

it('R5.10 the dashboard shows the lock-out', async () => {
  const { routes } = serverOf({ tag: aLockOut() });
  await openApp('/admin/dashboard', { routes });
  await eventually(() =>
    expect(page.text()).toContain('Pri čerpadle je človekPeter Horváth: „výmena ventilu“'),
  );
});
