import type { Delegation } from '@manoboard/contract/device/device-access';
import { aDevice } from '@manoboard/testkit/factories';
import { expect } from 'vitest';
// Lazy components are imported here, so that loading them does not count towards the timeout of the first test.
import '../app/pages/overview-page.tsx';
import '../areas/people/device-access/people-dialog.tsx';
import '../areas/people/device-access/remove-dialog.tsx';
import '../areas/people/device-access/rename-dialog.tsx';
import '../areas/people/device-access/transfer-dialog.tsx';
import type { Handler } from './fake-server.ts';
import { page } from './page.tsx';
import { eventually, loggedIn, openApp } from './whole-app.tsx';

const ID = 'MNB-TE0001';
export const PATH = `/users-devices/${ID}`;
export const aDelegation = (change: Partial<Delegation> = {}): Delegation => ({
  user_id: 3,
  email: 'tomas@example.sk',
  name: 'Tomáš',
  surname: 'Technik',
  expires_at: null,
  can_revoke: true,
  ...change,
});

interface Setting {
  access?: 'owner' | 'delegate';
  locale?: 'sk' | 'gb';
  roles?: string[];
  delegations?: Delegation[];
  answer?: Record<string, Handler>;
}

/** A server with one device; requests change its state. */
function serverOf(access: 'owner' | 'delegate', delegations: readonly Delegation[]): Record<string, Handler> {
  let devices = [aDevice({ alias: 'Studňa', access })];
  const rows = [...delegations];
  const removeDevice = () => {
    devices = [];
    return { status: 204 };
  };
  return {
    '/users-devices/get-devices': () => ({ json: devices }),
    [PATH]: ({ method, body }) => {
      if (method === 'DELETE') return removeDevice();
      devices = devices.map((device) => ({ ...device, alias: (body as { alias: string }).alias || null }));
      return { json: devices[0] };
    },
    [`${PATH}/transfer`]: removeDevice,
    [`${PATH}/delegations`]: ({ method, body }) => {
      if (method === 'GET') return { json: rows };
      const row = aDelegation({ ...(body as Delegation), user_id: 9 });
      rows.push(row);
      return { status: 201, json: row };
    },
    [`${PATH}/delegations/3`]: () => {
      rows.splice(0, 1);
      return { status: 204 };
    },
  };
}

/** Opens the page of a device; `answer` replaces answers of the server. */
export async function openDevice(setting: Setting = {}) {
  const { access = 'owner', locale = 'sk', roles = [], delegations = [], answer = {} } = setting;
  const app = await openApp(`/admin/overview?device=${ID}`, {
    locale,
    routes: { ...loggedIn(roles), ...serverOf(access, delegations), ...answer },
  });
  await eventually(() => expect(page.all('heading', 'Studňa')).toHaveLength(1));
  const sent = (method: string) => app.server.requests.filter((request) => request.method === method).at(-1);
  return { ...app, sent };
}

export const menuButton = () => page.all('button', /Možnosti zariadenia|Options of the device/)[0];

/** Opens the dialog of this item of the device menu. */
export async function choose(item: string) {
  const button = menuButton();
  if (!button) throw new Error('no menu');
  await page.click(button);
  const chosen = () => page.all('button', item).filter((one) => button.parentElement?.contains(one));
  await eventually(() => expect(chosen(), item).toHaveLength(1));
  await page.click(chosen()[0] as HTMLElement);
  await eventually(() => expect(document.querySelector('[role=dialog]')).not.toBeNull());
}
export const dialog = () => document.querySelector('[role=dialog]');
export const dialogText = () => page.textOf(dialog() ?? document.createElement('p'));
