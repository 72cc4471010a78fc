import { expect, it } from 'vitest';
import { config } from '../../../lib/page/config.ts';
import type { Handler } from '../../../testing/fake-server.ts';
import { page } from '../../../testing/page.tsx';
import {
  aUser,
  errorOf,
  eventually,
  field,
  loggedIn,
  loggedOut,
  openApp,
  submit,
  type,
} from '../../../testing/whole-app.tsx';

const TERMS = 'Súhlasím s podmienkami používania';
const CODE = 'Jednorazový kód';

async function openSetup(setup: Handler) {
  const app = await openApp('/setup', { routes: { ...loggedOut(), '/setup': setup }, isMarked: false });
  await eventually(() => expect(page.text()).not.toContain('Načítava'));
  return app;
}

async function fill() {
  await type(CODE, '7k3d9qtx2mva');
  await type('Meno', 'Eva');
  await type('Priezvisko', 'Vodná');
  await type('E-mail', 'eva@example.sk');
  await type('Heslo', 'Studna2026');
  await type('Potvrdenie hesla', 'Studna2026');
  await page.click(field(TERMS));
}

it('a wrong code is shown at its field, and the typed values stay', async () => {
  await openSetup(({ method }) =>
    method === 'GET' ? { json: { is_needed: true } } : { status: 400, json: { detail: 'SETUP_CODE_WRONG' } },
  );
  await eventually(() => expect(page.get('heading', 'Prvé spustenie')).toBeTruthy());
  expect(page.all('link', 'Prihlásenie')).toEqual([]);
  await submit();
  expect(errorOf(CODE)).toContain('Toto pole je povinné');
  await fill();
  await submit();
  await eventually(() => expect(errorOf(CODE)).toContain('Kód neplatí.'));
  expect(field('E-mail').value).toBe('eva@example.sk');
});

it('an installation with a Super Seller shows no form', async () => {
  await openSetup(() => ({ json: { is_needed: false } }));
  await eventually(() => expect(page.text()).toContain('Tento server už má hlavného predajcu.'));
  expect(document.querySelector('form')).toBeNull();
});

it.each([true, false])('the login links to the setup only while it is needed: %s', async (isNeeded) => {
  config.needs_setup = true;
  const { server } = await openApp('/auth/login', {
    routes: { ...loggedOut(), '/setup': () => ({ json: { is_needed: isNeeded } }) },
    isMarked: false,
  });
  await eventually(() => expect(server.requestsTo('/setup')).toHaveLength(1));
  await eventually(() => expect(page.all('link', 'Prvé spustenie')).toHaveLength(isNeeded ? 1 : 0));
  config.needs_setup = false;
});

it('a failed request for the state offers a retry, and no form', async () => {
  let answer: ReturnType<Handler> = { status: 503, json: { detail: 'UNAVAILABLE' } };
  await openSetup(() => answer);
  await eventually(() => expect(page.get('alert')).toBeTruthy());
  expect(document.querySelector('form')).toBeNull();
  answer = { json: { is_needed: true } };
  await page.click(page.get('button', 'Skúsiť znova'));
  await eventually(() => expect(page.get('heading', 'Prvé spustenie')).toBeTruthy());
});

it('a failed login after the setup leads to the login form with the new e-mail', async () => {
  const { server, path } = await openSetup(({ method }) =>
    method === 'GET' ? { json: { is_needed: true } } : { status: 201, json: aUser },
  );
  await eventually(() => expect(page.get('heading', 'Prvé spustenie')).toBeTruthy());
  await fill();
  server.routes['/auth/jwt/login'] = () => ({ status: 429, json: { detail: 'TOO_MANY_REQUESTS' } });
  await submit();
  await eventually(() => expect(path()).toBe('/auth/login'));
  await eventually(() => expect(field('E-mail').value).toBe('eva@example.sk'));
});

// Last: requests of the page that it opens would end the session of the next test.
it('the first visitor with the code becomes Super Seller and is logged in', async () => {
  const { server, path } = await openSetup(({ method }) =>
    method === 'GET' ? { json: { is_needed: true } } : { status: 201, json: aUser },
  );
  await eventually(() => expect(page.get('heading', 'Prvé spustenie')).toBeTruthy());
  await fill();
  Object.assign(server.routes, loggedIn(['Super Seller']), { '/auth/jwt/login': () => ({ status: 204 }) });
  await submit();
  await eventually(() => expect(path()).toBe('/admin/super-seller/main-list'));
  expect(server.requestsTo('/setup').at(-1)?.body).toMatchObject({
    code: '7k3d9qtx2mva',
    email: 'eva@example.sk',
  });
});
