import type { WallPump } from '@manoboard/contract/device/wall.calls';
import { expect, it, vi } from 'vitest';
import { freezeTime, pass } from '../../../testing/live-page.tsx';
import { page, showPage } from '../../../testing/page.tsx';
import { Wall } from './wall.tsx';

freezeTime();

const PUMPS: WallPump[] = [
  {
    device_id: 'MNB-TE0001',
    alias: 'Studňa',
    place: 'Slovenská Ľupča',
    pressure_bar: 4.3,
    water: { kind: 'there', tone: 'water', reason: 'resting' },
  },
  {
    device_id: 'MNB-TE0002',
    alias: 'Vrt',
    pressure_bar: 0.3,
    water: { kind: 'missing', tone: 'act', reason: 'protection', event: 'DRY_RUN' },
    coming: { name: 'Tomáš' },
  },
  {
    device_id: 'MNB-TE0003',
    alias: 'Chata',
    pressure_bar: null,
    water: { kind: 'unknown', tone: 'unknown', reason: 'offline' },
    coming: { name: 'Jana', day: '2999-11-20' },
  },
];

const tiles = () => [...document.querySelectorAll('main li')].map(page.textOf);

async function open(litres: () => Response) {
  window.location.hash = '#token=mnb_x&dim=night';
  const isUp = { current: true };
  vi.stubGlobal('fetch', async (url: string) => {
    if (!isUp.current) throw new TypeError('network');
    if (url.includes('/wall/litres')) return litres();
    return url.includes('/wall') ? Response.json(PUMPS) : new Response(new ReadableStream());
  });
  await showPage(<Wall />);
  await pass(10);
  return isUp;
}

it('R9.1 R9.2 a tile says water, place, litres of today with their band, and who comes', async () => {
  await open(() => Response.json([{ device_id: 'MNB-TE0001', litres: 312.4, error: 29.6 }]));
  expect(tiles()[0]).toBe('StudňaSlovenská ĽupčaVoda je4,3 bardnes 312 l ± 30oddychuje');
  expect(tiles()[1]).toContain('ide Tomáš · chod nasucho');
  expect(tiles()[2]).toContain('20. 11. príde Jana · bez spojenia');
  expect(page.text()).toContain('Vrt: Voda netečie, chod nasucho, ide Tomáš');
});

it('R8 a server without litres shows none', async () => {
  await open(() => new Response('', { status: 404 }));
  expect(tiles()[0]).toBe('StudňaSlovenská ĽupčaVoda je4,3 baroddychuje');
});

it('R9.1 values older than 30 s are grey, with their time', async () => {
  const isUp = await open(() => Response.json([]));
  const board = () => document.querySelector('main .grayscale');
  expect(board()).toBeNull();
  isUp.current = false;
  await pass(40_000);
  expect(board()).not.toBeNull();
  expect(page.text()).toMatch(/Údaje sú z \d+:\d\d\. Server neodpovedá\./);
});
