import { act } from 'react';
import { expect, it } from 'vitest';
import type { Handler } from '../../../testing/fake-server.ts';
import { freezeTime, ID, measured, pass, showLive } from '../../../testing/live-page.tsx';
import { page } from '../../../testing/page.tsx';
import { StatCards } from './stat-cards.tsx';

freezeTime();

const PATH = `/devices/${ID}/reset-fc-config`;
const METER = 'Elektromer';
const show = (answer: Handler) =>
  showLive(<StatCards deviceId={ID} fcId="FC-TE0001" roles={[]} />, {
    last: [measured({ electro_meter: 1284.8 })],
    routes: { [PATH]: answer },
  });
const opener = () => page.get('button', `Vynulovať: ${METER}, ${ID}`);
const shown = () => page.textOf(page.value(METER));

it('R4.6 R4.7 R6.5 a meter is reset after a confirmation and then shows the value of the response', async () => {
  const { server } = await show(() => ({ json: { data: 0 } }));
  await page.click(opener());
  expect(server.requestsTo(PATH)).toEqual([]);
  expect(page.text()).toContain(`${ID} · Elektromer: vynulovať hodnoty?`);
  await page.click(page.get('button', 'Vynulovať'));
  await pass(20);
  expect(server.requestsTo(PATH)).toMatchObject([
    { method: 'POST', body: { config_value_name: 'electro_meter' } },
  ]);
  expect(shown()).toBe('0,0 kWhpráve teraz');
});

it('R4.6 a cancelled confirmation resets nothing', async () => {
  const { server } = await show(() => ({ json: { data: 0 } }));
  await page.click(opener());
  await page.click(page.get('button', 'Zrušiť'));
  expect(server.requestsTo(PATH)).toEqual([]);
  expect(shown()).toBe('1 284,8 kWhpráve teraz');
});

it('R6.5 a failed reset shows no error, and the value stays', async () => {
  await show(() => ({ status: 409, json: { detail: 'REJECTED' } }));
  await page.click(opener());
  await page.click(page.get('button', 'Vynulovať'));
  await pass(20);
  expect(shown()).toBe('1 284,8 kWhpráve teraz');
  expect(page.all('alert')).toEqual([]);
});

it('R4.4 an offline device disables the reset, also in an open confirmation', async () => {
  const { server, receiveOnline } = await show(() => ({ json: { data: 0 } }));
  await page.click(opener());
  const yes = page.get('button', 'Vynulovať');
  yes.focus();
  await receiveOnline(false);
  expect(page.isDisabled(yes)).toBe(true);
  expect(document.activeElement).toBe(yes);
  await page.click(yes);
  await page.click(page.get('button', 'Zrušiť'));
  await page.click(opener());
  expect(page.isDisabled(opener())).toBe(true);
  expect(page.all('button', 'Vynulovať')).toEqual([]);
  expect(server.requestsTo(PATH)).toEqual([]);
});

it('R4.6 a confirmed reset returns the focus to its button', async () => {
  const answer = Promise.withResolvers<{ json: unknown }>();
  await show(() => answer.promise);
  await page.click(opener());
  await page.click(page.get('button', 'Vynulovať'));
  expect(page.isDisabled(opener())).toBe(true);
  expect(document.activeElement).toBe(opener());
  await act(async () => answer.resolve({ json: { data: 0 } }));
});
