import type { LockOut } from '@manoboard/contract/command/lock-out';
import type { WaterState } from '@manoboard/contract/device/water';
import type { FleetDevice } from '@manoboard/contract/fleet/fleet';
import { aFleetDevice } from '@manoboard/testkit/factories';
import { beforeEach } from 'vitest';
import { resetLive } from '../device/live/live.ts';
import { fleetRoute, fleetRowsRoute } from './fake-fleet.ts';
import type { Handler } from './fake-server.ts';
import { page } from './page.tsx';
import { loggedIn, openApp, setWidth } from './whole-app.tsx';

export const FLEET = '/devices/fleet';
export const ROWS = '/devices/fleet/rows';
export const PRESSURES = '/devices/fleet/pressures';
export const nowS = () => Math.floor(Date.now() / 1000);

const TAG: LockOut = {
  id: 1,
  reason: 'výmena ventilu',
  by: { user_id: 7, name: 'Ján Tichý' },
  since: 1_800_000_000,
  until: null,
};
/** R9.1: a dry well. */
export const DRY: WaterState = { kind: 'missing', tone: 'act', reason: 'protection', event: 'DRY_RUN' };

/** In fault. */
export const WELL = aFleetDevice({
  id_dev: 'MNB-TE0001',
  alias: 'Studňa',
  state: 'fault',
  reason: { kind: 'protection', code: 'DRY_RUN' },
  open_alerts: 2,
  worst_severity: 'alarm',
  owner: { name: 'Eva', surname: 'Vodná', email: 'eva@example.com', phone_number: '+421 905 118 240' },
  address: 'Lesná 14, Zvolen',
  version: '1.3.6',
  is_outdated: true,
});
/** Stopped, with a lock-out tag. */
export const POOL = aFleetDevice({ id_dev: 'MNB-TE0002', alias: 'Bazén', state: 'stopped', lock_out: TAG });
/** Running. */
export const FARM = aFleetDevice({ id_dev: 'MNB-TE0003', alias: 'Farma', state: 'running' });

/** The devices of the server; each test starts with three. */
export const fleet: { devices: FleetDevice[] } = { devices: [] };

export function resetFleetBeforeEach() {
  beforeEach(async () => {
    await setWidth(1440);
    fleet.devices = [WELL, POOL, FARM].map((device) => ({ ...device, last_contact: nowS() }));
    resetLive();
  });
}

export const openList = (search = '', change: Record<string, Handler> = {}) =>
  openApp(`/admin/seller${search}`, {
    routes: {
      ...loggedIn(['Seller']),
      '/api-requests/online-devices': () => ({ json: fleet.devices.map(({ id_dev }) => id_dev) }),
      [FLEET]: fleetRoute(() => fleet.devices),
      [ROWS]: fleetRowsRoute(() => fleet.devices),
      '/labels': () => ({ json: [] }),
      ...change,
    },
  });

/** The texts of the rendered rows, without the heads of groups. */
export const rows = () =>
  [...document.querySelectorAll('tr[data-index]:not(:has(th[scope=rowgroup]))')].map(page.textOf);
export const names = () => [...document.querySelectorAll('tr[data-index] th a')].map(page.textOf);
