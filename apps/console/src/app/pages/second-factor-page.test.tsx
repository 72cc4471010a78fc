import { aCommand } from '@manoboard/testkit/factories';
import { describe, expect, it } from 'vitest';
import { page } from '../../testing/page.tsx';
import { aUser, errorOf, eventually, field, loggedIn, openApp, type } from '../../testing/whole-app.tsx';

const START_STOP = '/mqtt/MNB-TE0001/start-stop';
const done = { json: aCommand({ device_id: 'MNB-TE0001', op: 'start_stop', status: 'done' }) };
const routes = (answer: { status?: number; json: unknown }) => ({
  ...loggedIn(['Technician']),
  '/users/me': () => ({ json: { ...aUser, needs_factor: true } }),
  [START_STOP]: () => answer,
});
async function openFactorPage(href: string, answer: { status?: number; json: unknown }) {
  const app = await openApp(href, { routes: routes(answer) });
  await eventually(() => expect(page.all('button', 'Zastaviť čerpadlo')).toHaveLength(1));
  return app;
}
const stop = () => page.click(page.get('button', 'Zastaviť čerpadlo'));

describe('staff without a second factor', () => {
  it('stop the pump of the requested page with one click, and see that the board confirmed it', async () => {
    const { server } = await openFactorPage('/admin/overview?device=MNB-TE0001', done);
    expect(field('ID zariadenia').value).toBe('MNB-TE0001');
    await stop();
    await eventually(() =>
      expect(page.text()).toContain('Doska MNB-TE0001 potvrdila, že čerpadlo zastavila.'),
    );
    expect(server.requestsTo(START_STOP)).toMatchObject([{ body: { value: false } }]);
  });

  it('stop any pump by the ID on its label', async () => {
    const { server } = await openFactorPage('/admin/technician', done);
    await stop();
    expect(errorOf('ID zariadenia')).not.toBe('');
    await type('ID zariadenia', ' mnb-te0001 ');
    await stop();
    await eventually(() => expect(server.requestsTo(START_STOP)).toHaveLength(1));
  });

  it('see that the board has not confirmed a stop', async () => {
    await openFactorPage('/admin/overview?device=MNB-TE0001', {
      status: 504,
      json: { detail: 'NO_ANSWER' },
    });
    await stop();
    await eventually(() => expect(page.all('alert')).toHaveLength(1));
    expect(page.text()).not.toContain('potvrdila');
  });
});
