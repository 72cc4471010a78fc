import { describe, expect, it } from 'vitest';
import '../../../app/pages/link-pages.tsx';
import { page } from '../../../testing/page.tsx';
import { eventually, loggedIn, openApp } from '../../../testing/whole-app.tsx';

const view = { device_name: 'Studňa', by: 'Eva Kováčová', level: 'switch', expires_at: null, email: null };
const LINK = '/invitation#token=abc';
const stranger = (routes: NonNullable<Parameters<typeof openApp>[1]>['routes']) => ({
  isMarked: false,
  ...(routes && { routes }),
});

describe('R4.18 the page of an invitation', () => {
  it('without a login shows what it gives, and leads to the sign-up and the login', async () => {
    await openApp(LINK, stranger({ '/invitations/open': () => ({ json: view }) }));
    await eventually(() => expect(page.all('heading', 'Pozvánka: Studňa')).toHaveLength(1));
    expect(page.text()).toContain('Zdieľa Eva Kováčová.');
    expect(page.get('link', 'Vytvoriť účet').getAttribute('href')).toBe('/auth/signup');
    expect(page.get('link', 'Už mám účet').getAttribute('href')).toContain('return=%2Finvitation');
    expect(page.all('button', 'Prijať pozvánku')).toHaveLength(0);
  });

  it('with a login accepts it and opens the pump', async () => {
    const { path } = await openApp(LINK, {
      routes: {
        ...loggedIn([]),
        '/invitations/open': () => ({ json: view }),
        '/invitations/accept': () => ({ json: { id_dev: 'MNB-TE0001' } }),
      },
    });
    await eventually(() => expect(page.all('button', 'Prijať pozvánku')).toHaveLength(1));
    await page.click(page.get('button', 'Prijať pozvánku'));
    await eventually(() => expect(path()).toBe('/admin/overview'));
    expect(localStorage.getItem('invitation')).toBeNull();
  });

  it('of a void link has a heading and says that it is void', async () => {
    const gone = () => ({ status: 404, json: { detail: 'INVITATION_NOT_FOUND' } });
    await openApp(LINK, stranger({ '/invitations/open': gone }));
    await eventually(() => expect(page.text()).toContain('Táto pozvánka už neplatí'));
    expect(page.all('heading', 'Pozvánka')).toHaveLength(1);
  });
});

it('R4.18 a person agrees to be told of alarms and ends it, without a login', async () => {
  const told = (state: string) => ({ device_name: null, by: 'Eva Kováčová', email: 'jan@example.sk', state });
  await openApp(
    '/told#token=7.abc',
    stranger({
      '/recipients/open': () => ({ json: told('asked') }),
      '/recipients/answer': ({ body }) => ({
        json: told((body as { agrees: boolean }).agrees ? 'agreed' : 'declined'),
      }),
    }),
  );
  await eventually(() => expect(page.all('button', 'Súhlasím')).toHaveLength(1));
  await page.click(page.get('button', 'Súhlasím'));
  await eventually(() => expect(page.text()).toContain('Súhlasíte. Keď bude hroziť škoda'));
  await page.click(page.get('button', 'Ukončiť správy'));
  await eventually(() => expect(page.text()).toContain('Nebudeme vám písať'));
});
