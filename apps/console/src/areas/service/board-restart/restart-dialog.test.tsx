import { aCommand } from '@manoboard/testkit/factories';
import { expect, it } from 'vitest';
import type { Handler } from '../../../testing/fake-server.ts';
import { freezeTime, ID, measured, pass, showLive } from '../../../testing/live-page.tsx';
import { page } from '../../../testing/page.tsx';
import { RestartDialog } from './restart-dialog.tsx';

freezeTime();

const show = (post: Handler, online = [ID]) =>
  showLive(<RestartDialog deviceId={ID} name="Studňa" onClose={() => undefined} />, {
    last: [measured({ on_off_state_r: 1, modbus: 2 })],
    online,
    routes: { [`/mqtt/${ID}/restart`]: post },
  });
const submit = () => page.get('button', 'Reštartovať');
const status = () => page.textOf(page.get('status'));

it('R5.9 the restart dialog names the device and shows the progress until the board is back', async () => {
  let answer: (() => void) | undefined;
  const live = await show(
    () =>
      new Promise((resolve) => {
        answer = () => resolve({ json: aCommand({ device_id: ID, op: 'restart', status: 'done' }) });
      }),
  );
  expect(page.get('heading', 'Reštartovať dosku: Studňa')).toBeDefined();
  expect(page.text()).toContain('Čerpadlo pritom pokračuje v tom, čo práve robí');
  await page.click(submit());
  expect(live.server.requestsTo(`/mqtt/${ID}/restart`)[0]?.body).toEqual({ what: 'restart', value: true });
  expect(status()).toBe('Odosiela sa…');
  await live.receiveCommand({ op: 'restart', status: 'accepted' });
  expect(status()).toContain('reštartuje sa');
  await live.receiveOnline(false);
  expect(status()).toContain('čaká sa na jej návrat');
  answer?.();
  await pass(0);
  expect(status()).toBe('Doska je späť.');
});

it('R5.9 a restart without an answer shows an error and can be sent again', async () => {
  await show(() => ({ status: 504, json: { detail: 'NO_ANSWER' } }));
  await page.click(submit());
  await pass(0);
  expect(page.textOf(page.get('alert'))).toContain('včas neodpovedalo');
  expect(page.isDisabled(submit())).toBe(false);
});

it('R5.9 the restart button is disabled while the board is offline', async () => {
  await show(() => ({ status: 500 }), []);
  expect(page.isDisabled(submit())).toBe(true);
});
