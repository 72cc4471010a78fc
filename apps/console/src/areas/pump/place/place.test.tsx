import type { DevicePlace, NewPlace } from '@manoboard/contract/device/place';
import { NO_PLACE } from '@manoboard/domain/pump/place';
import { afterEach, expect, it, vi } from 'vitest';
import { DeviceNameProvider } from '../../../device/device-name.tsx';
import { startFakeServer } from '../../../testing/fake-server.ts';
import { page, showPage } from '../../../testing/page.tsx';
import { errorOf, eventually, field, submit, type } from '../../../testing/whole-app.tsx';
// Preloads the lazy dialog: its load does not count towards the time of the first test.
import './place-dialog.tsx';
import { PlaceRow } from './place-row.tsx';

const ID = 'MNB-TE0001';
const HOME = { ...NO_PLACE, address: 'Záhradná 12, Slovenská Ľupča', key_at: 'u Jána' };

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'geolocation');
});

async function open(answer: Partial<DevicePlace> | undefined) {
  const sent: unknown[] = [];
  const known: DevicePlace = { place: null, proposed_address: null, can_set: true, ...answer };
  startFakeServer({
    [`/devices/${ID}/place`]: ({ method, body }) => {
      if (method !== 'PUT') return answer ? { json: known } : { status: 404, json: { detail: 'NOT_FOUND' } };
      sent.push(body);
      return { json: { ...known, place: body as NewPlace } };
    },
  });
  await showPage(
    <DeviceNameProvider id={ID} name="Studňa">
      <PlaceRow deviceId={ID} />
    </DeviceNameProvider>,
  );
  return sent;
}

const row = () => page.get('button', /^(Záhradná|Kde je čerpadlo|Chata)/);
const dialogText = () => document.querySelector('[role=dialog]')?.textContent ?? '';
async function openDialog() {
  await page.click(row());
  await eventually(() => expect(dialogText()).toContain('Miesto čerpadla'));
}

it('R4.17 the row shows place and key; without a place it asks for one', async () => {
  await open({ place: HOME });
  await eventually(() => expect(page.textOf(row())).toBe('Záhradná 12, Slovenská Ľupčakľúč: u Jána'));
});

it('R4.17 the address of the owner is taken by a press, the pin from a map, and both are sent', async () => {
  const sent = await open({ proposed_address: 'Hlavná 1, Senec' });
  await eventually(() => expect(page.textOf(row())).toBe('Kde je čerpadlo?doplniť'));
  await openDialog();
  await page.click(page.get('button', 'Použiť adresu majiteľa: Hlavná 1, Senec'));
  expect(field('Adresa').value).toBe('Hlavná 1, Senec');
  await type('Bod na mape', 'za kostolom');
  await submit();
  expect(errorOf('Bod na mape')).toContain('Zadajte dve čísla');
  await type('Bod na mape', '48.7363, 19.1462');
  await submit();
  expect(sent).toEqual([{ name: '', address: 'Hlavná 1, Senec', lat: 48.7363, lon: 19.1462, key_at: '' }]);
  await eventually(() => expect(dialogText()).toBe(''));
});

it('R4.17 the place of the browser fills the pin after a press, and not before', async () => {
  const getCurrentPosition = vi.fn((done: PositionCallback) =>
    done({ coords: { latitude: 48.12345678, longitude: 17.1 } } as GeolocationPosition),
  );
  vi.stubGlobal('isSecureContext', true);
  const value = { getCurrentPosition };
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value });
  await open({ place: HOME });
  await eventually(() => row());
  await openDialog();
  expect(getCurrentPosition).not.toHaveBeenCalled();
  await page.click(page.get('button', 'Som pri čerpadle'));
  await eventually(() => expect(field('Bod na mape').value).toBe('48.123457, 17.1'));
});

it('R4.17 whoever may not set it reads it, with a link to a map that works everywhere', async () => {
  await open({ place: { ...HOME, lat: 48.7, lon: 19.2 }, can_set: false });
  await eventually(() => row());
  await openDialog();
  expect(dialogText()).toContain('u Jána');
  expect(page.all('button', 'Uložiť')).toEqual([]);
  expect(page.get('link', 'Otvoriť v mape').getAttribute('href')).toBe(
    'https://www.openstreetmap.org/search?query=48.7%2C19.2',
  );
});

it.each([
  ['a provider without places', undefined],
  ['nobody who may enter one', { can_set: false }],
] as const)('R8 R4.17 the row is not there with %s', async (_case, answer) => {
  await open(answer);
  await eventually(() => expect(page.all('button')).toEqual([]));
});
