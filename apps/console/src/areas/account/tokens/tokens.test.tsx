import type { ApiToken, TokenList } from '@manoboard/contract/token/token';
import { describe, expect, it } from 'vitest';
// Preloads the lazy card: its load does not count towards the time of the first test.
import './tokens-card.tsx';
import type { Handler } from '../../../testing/fake-server.ts';
import { page } from '../../../testing/page.tsx';
import { eventually, loggedIn, openApp, type } from '../../../testing/whole-app.tsx';

const nowS = () => Math.floor(Date.now() / 1000);
const aToken = (id: number, change: Partial<ApiToken> = {}): ApiToken => ({
  id,
  name: 'Záhrada',
  switch_devices: [],
  created_at: nowS() - 86_400,
  expires_at: nowS() + 86_400,
  last_used_at: null,
  last_network: null,
  ...change,
});
const aDevice = (id_dev: string, alias: string | null) => ({ id_dev, alias, version: null, access: 'owner' });

/** A server with these tokens, which it changes. */
function routesOf(tokens: ApiToken[], refusal: TokenList['refusal'] = null) {
  const state: TokenList = { tokens, refusal };
  return {
    ...loggedIn(),
    '/users-devices/get-devices': () => ({ json: [aDevice('MNB-AB0001', 'Studňa')] }),
    '/users/me/tokens': ({ method, body }) => {
      if (method === 'GET') return { json: state };
      const added = aToken(7, body as Partial<ApiToken>);
      state.tokens = [...state.tokens, added];
      return { status: 201, json: { ...added, secret: 'mnb_tajne-4711' } };
    },
    '/users/me/tokens/1': () => {
      state.tokens = [];
      return { status: 204 };
    },
  } satisfies Record<string, Handler>;
}

const card = () => page.textOf(page.get('region', 'Tokeny API'));
const dialog = () => document.querySelector('[role=dialog]');
const press = (label: string) =>
  page.click(
    page.all('button', label).find((button) => button.closest('[role=dialog]')) ?? page.get('button', label),
  );
async function open(routes: Record<string, Handler>) {
  const app = await openApp('/admin/profile', { routes });
  await eventually(() => expect(card()).not.toContain('Načítava'));
  return app;
}

describe('API tokens', () => {
  it('without any show an empty list', async () => {
    await open(routesOf([]));
    await eventually(() => expect(card()).toContain('Zatiaľ žiadny token'));
  });

  it('that could not be read show a failure with a retry', async () => {
    await open({ ...routesOf([]), '/users/me/tokens': () => ({ status: 500, json: {} }) });
    await eventually(() => expect(card()).toContain('Skúsiť znova'));
  });

  it('show what they may do, their end and their last use', async () => {
    await open(
      routesOf([
        aToken(1, { last_used_at: nowS() - 600, last_network: '192.0.2.x' }),
        aToken(2, { name: 'Starý', switch_devices: ['MNB-AB0001'], expires_at: nowS() - 60 }),
      ]),
    );
    await eventually(() => expect(card()).toContain('Starý'));
    expect(card()).toMatch(/Záhradalen čítaplatí do .*naposledy použitý: pred 10 min, 192\.0\.2\.x/);
    expect(card()).toMatch(/Starýspína 1 čerpadloplatnosť sa skončila .*zatiaľ nepoužitý/);
  });

  it('are added for chosen pumps, and the secret is shown once', async () => {
    const app = await open(routesOf([]));
    await page.click(page.get('button', 'Pridať token'));
    await eventually(() => expect(dialog()?.textContent).toContain('Studňa'));
    await type('Názov skriptu', 'Dom');
    await page.click(page.get('checkbox', 'Studňa'));
    await press('Vytvoriť token');
    await eventually(() => expect(dialog()?.textContent).toContain('mnb_tajne-4711'));
    const sent = app.server.requestsTo('/users/me/tokens').find(({ method }) => method === 'POST');
    expect(sent?.body).toEqual({ name: 'Dom', days: 90, switch_devices: ['MNB-AB0001'] });
    await press('Hotovo');
    await eventually(() => expect(card()).toContain('Dom'));
    expect(page.text()).not.toContain('mnb_tajne-4711');
  });

  it('cannot be added above the limit, and the reason is shown', async () => {
    await open(routesOf([], 'TOO_MANY_INTEGRATIONS'));
    await eventually(() => expect(card()).toContain('10 tokenov API'));
    expect(page.get('button', 'Pridať token')).toHaveProperty('disabled', true);
  });

  it('are revoked after a confirmation', async () => {
    await open(routesOf([aToken(1)]));
    await eventually(() => expect(card()).toContain('Záhrada'));
    await page.click(page.get('button', 'Zneplatniť token: Záhrada'));
    await eventually(() => expect(dialog()?.textContent).toContain('hneď stratí prístup'));
    await press('Zneplatniť');
    await eventually(() => expect(card()).toContain('Zatiaľ žiadny token'));
  });
});
