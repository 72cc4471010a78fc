import type { Integration, IntegrationList } from '@manoboard/contract/integration/integration';
import { describe, expect, it } from 'vitest';
// Preloads the lazy card: its load does not count towards the time of the first test.
import './integrations-card.tsx';
import type { Handler } from '../../../testing/fake-server.ts';
import { page } from '../../../testing/page.tsx';
import { eventually, loggedIn, openApp, type } from '../../../testing/whole-app.tsx';

const nowS = () => Math.floor(Date.now() / 1000);
const aLogin = (id: number, change: Partial<Integration> = {}): Integration => ({
  id,
  name: 'Home Assistant',
  username: `integration/${id}`,
  can_switch: false,
  devices: null,
  created_at: nowS() - 86_400,
  last_used_at: nowS() - 600,
  ...change,
});

const aDevice = (id_dev: string, alias: string | null) => ({ id_dev, alias, version: null, access: 'owner' });

interface Setting {
  integrations?: Integration[];
  brokerUrl?: string | null;
  refusal?: IntegrationList['refusal'];
  routes?: Record<string, Handler>;
}

/** A server with these logins, which it changes. */
function routesOf(setting: Setting) {
  const { integrations = [], brokerUrl = 'mqtts://pumps.example.com', refusal = null, routes = {} } = setting;
  const state: IntegrationList = { broker_url: brokerUrl, integrations, refusal };
  const one =
    (id: number): Handler =>
    ({ method, body }) => {
      const known = state.integrations.find((login) => login.id === id) ?? aLogin(id);
      const changed = { ...known, ...(body as Partial<Integration>) };
      state.integrations = state.integrations.flatMap((login) =>
        login.id !== id ? login : method === 'DELETE' ? [] : changed,
      );
      return method === 'DELETE' ? { status: 204 } : { json: changed };
    };
  return {
    ...loggedIn(),
    '/integrations': ({ method, body }) => {
      if (method === 'GET') return { json: state };
      const added = aLogin(7, { ...(body as { name: string }), last_used_at: null });
      state.integrations = [...state.integrations, added];
      return { status: 201, json: { ...added, password: 'geheim-4711' } };
    },
    ...Object.fromEntries(integrations.map(({ id }) => [`/integrations/${id}`, one(id)])),
    ...routes,
  } satisfies Record<string, Handler>;
}

const card = () => page.textOf(page.get('region', 'Prepojené programy'));
const dialog = () => document.querySelector('[role=dialog]');

async function open(setting: Setting = {}) {
  const app = await openApp('/admin/profile', { routes: routesOf(setting) });
  await eventually(() => expect(card()).not.toContain('Načítava'));
  return app;
}
async function openDialog(button: string) {
  await page.click(page.get('button', button));
  await eventually(() => expect(dialog()).not.toBeNull());
}
const press = (label: string) =>
  page.click(
    page.all('button', label).find((button) => button.closest('[role=dialog]')) ?? page.get('button', label),
  );

describe('connected programs', () => {
  it('without any show an empty list', async () => {
    await open();
    await eventually(() => expect(card()).toContain('Zatiaľ žiadny program'));
  });

  it('show the right, the user name and the age of the last use', async () => {
    await open({
      integrations: [aLogin(1), aLogin(2, { name: 'openHAB', can_switch: true, last_used_at: null })],
    });
    await eventually(() => expect(card()).toContain('openHAB'));
    expect(card()).toMatch(/Home Assistantlen čítaintegration\/1naposledy použité: pred 10 min/);
    expect(card()).toContain('openHABsmie spínať čerpadlá a nastaviť tlakintegration/2zatiaľ nepoužité');
  });

  it('that could not be read show a failure with a retry', async () => {
    await open({ routes: { '/integrations': () => ({ status: 500, json: {} }) } });
    await eventually(() => expect(card()).toContain('Skúsiť znova'));
  });

  it('are added, and the password is shown once with the address of the broker', async () => {
    const app = await open();
    await openDialog('Pridať program');
    await type('Názov programu', '');
    await press('Vytvoriť prihlásenie');
    expect(app.server.requestsTo('/integrations').filter(({ method }) => method === 'POST')).toEqual([]);
    await type('Názov programu', 'Dom');
    await press('Vytvoriť prihlásenie');
    await eventually(() => expect(dialog()?.textContent).toContain('geheim-4711'));
    const text = dialog()?.textContent;
    for (const part of ['pumps.example.com', '8883 (šifrované, zapnite TLS)', 'integration/7'])
      expect(text).toContain(part);
    await press('Hotovo');
    await eventually(() => expect(card()).toContain('Dom'));
    expect(page.text()).not.toContain('geheim-4711');
  });

  it('without a public address of the broker refer to the operator', async () => {
    await open({ brokerUrl: null });
    await openDialog('Pridať program');
    await press('Vytvoriť prihlásenie');
    await eventually(() => expect(dialog()?.textContent).toContain('správca servera'));
  });

  it.each([
    ['five programs are connected', 'TOO_MANY_INTEGRATIONS', 'najviac 5 prepojených programov'],
    ['the e-mail is not confirmed', 'EMAIL_UNCONFIRMED', 'Najprv potvrďte svoj e-mail'],
    ['the account has no device', 'DEVICE_MISSING', 'aspoň jedno zariadenie'],
  ] as const)('cannot be added while %s, and the reason is shown', async (_case, refusal, reason) => {
    await open({ refusal });
    await eventually(() => expect(card()).toContain(reason));
    const button = page.get('button', 'Pridať program');
    expect(button).toHaveProperty('disabled', true);
    const describedBy = button.getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(describedBy)?.textContent).toContain(reason);
  });

  it('may switch pumps only after a confirmation', async () => {
    const app = await open({ integrations: [aLogin(1)] });
    await eventually(() => expect(card()).toContain('len číta'));
    await openDialog('Povoliť spínanie: Home Assistant');
    expect(dialog()?.textContent).toContain('Smie ich poslať každý, kto pozná heslo programu.');
    expect(app.server.requestsTo('/integrations/1')).toEqual([]);
    await press('Povoliť spínanie');
    await eventually(() => expect(card()).toContain('smie spínať čerpadlá'));
    expect(app.server.requestsTo('/integrations/1').at(-1)?.body).toEqual({ can_switch: true });
  });

  it('need the password again: a wrong one is named, and after the right one the request is repeated', async () => {
    let isProved = false;
    const routes = routesOf({});
    const app = await open({
      routes: {
        '/integrations': (request) =>
          request.method === 'GET' || isProved
            ? routes['/integrations'](request)
            : { status: 403, json: { detail: 'PROOF_REQUIRED' } },
        '/users/me/proof': ({ body }) => {
          isProved = (body as { current_password: string }).current_password === 'Studna2026';
          return isProved ? { status: 204 } : { status: 400, json: { detail: 'CURRENT_PASSWORD_WRONG' } };
        },
      },
    });
    await openDialog('Pridať program');
    await press('Vytvoriť prihlásenie');
    await eventually(() => expect(page.text()).toContain('Ste to vy?'));
    await type('Súčasné heslo', 'Studna2025');
    await press('Potvrdiť');
    await eventually(() => expect(page.text()).toContain('Súčasné heslo nie je správne.'));
    await type('Súčasné heslo', 'Studna2026');
    await press('Potvrdiť');
    await eventually(() => expect(dialog()?.textContent).toContain('geheim-4711'));
    expect(page.text()).not.toContain('Ste to vy?');
    const sent = app.server.requestsTo('/integrations').filter(({ method }) => method === 'POST');
    expect(sent).toHaveLength(2);
  });

  it('reach only chosen devices after a choice', async () => {
    const app = await open({
      integrations: [aLogin(1)],
      routes: {
        '/users-devices/get-devices': () => ({
          json: [aDevice('MNB-AB0001', 'Studňa'), aDevice('MNB-AB0002', null)],
        }),
      },
    });
    await eventually(() => expect(card()).toContain('len číta'));
    await openDialog('Zariadenia: Home Assistant');
    await page.click(page.get('checkbox', 'Všetky moje zariadenia, aj neskoršie'));
    await eventually(() => expect(dialog()?.textContent).toContain('Vyberte aspoň jedno zariadenie.'));
    await page.click(page.get('checkbox', 'MNB-AB0002'));
    await press('Uložiť výber');
    await eventually(() => expect(card()).toContain('integration/1 · 1 zariadenie'));
    expect(app.server.requestsTo('/integrations/1').at(-1)?.body).toEqual({ devices: ['MNB-AB0002'] });
  });

  it('are revoked after a confirmation', async () => {
    await open({ integrations: [aLogin(1)] });
    await eventually(() => expect(card()).toContain('len číta'));
    await openDialog('Odpojiť: Home Assistant');
    await press('Odpojiť');
    await eventually(() => expect(card()).toContain('Zatiaľ žiadny program'));
  });
});
