import { Role } from '@manoboard/contract/account/account';
import { DeviceAction } from '@manoboard/contract/device/device-access';
import { can } from '@manoboard/domain/access/policy';
import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { page } from '../../../testing/page.tsx';
import { eventually, field, loggedIn, loggedOut, openApp, type } from '../../../testing/whole-app.tsx';

const heading = (name: string) => eventually(() => expect(page.all('heading', name)).toHaveLength(1));
const marks = () => [...document.querySelectorAll('article mark')].map(page.textOf);
const SEARCH = 'Hľadať v pomocníkovi';

async function openHelp(hash = '') {
  const app = await openApp(`/admin/documentation/docs${hash}`);
  await heading('Ako vám pomôžeme?');
  return app;
}

describe('help page', () => {
  it('R2.1 shows the section of the address, with its title in the contents', async () => {
    await openHelp('#pressure');
    await heading('Požadovaný tlak a jeho hranice');
    expect(document.querySelector('article')?.textContent).toContain('od 3 do 5,5 bar');
    const current = [...document.querySelectorAll('main [aria-current="page"]')].map(page.textOf);
    expect(current).toEqual(['Požadovaný tlak a jeho hranice']);
  });

  it('R2.1 shows the first section without an anchor or with an unknown one', async () => {
    await openHelp('#nonsense');
    await heading('Čo konzola ukazuje a čo nie');
  });

  it('R1.10 has its contents folded before the article on a phone, and folds them after a choice', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) =>
        ({ matches: query.includes('max-width'), addEventListener() {}, removeEventListener() {} }) as never,
    );
    await openHelp('#pressure');
    await heading('Požadovaný tlak a jeho hranice');
    const fold = document.querySelector('details');
    const article = document.querySelector('article') ?? document.body;
    expect([fold?.open, fold?.querySelector('summary')?.textContent]).toEqual([false, 'Obsah']);
    expect(fold && fold.compareDocumentPosition(article) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    await act(async () => fold?.querySelector('summary')?.click());
    expect(fold?.open).toBe(true);
    await page.click(page.get('link', 'Pre technikov'));
    await eventually(() => expect(fold?.open).toBe(false));
    vi.restoreAllMocks();
  });

  it('shows the best result while typing, marks the words, and lists the others', async () => {
    const { router } = await openHelp('#pressure');
    await type(SEARCH, 'caka');
    await heading('Prečo čerpadlo čaká');
    expect(marks()).toContain('čaká');
    expect(page.all('heading', 'Ďalšie výsledky')).toHaveLength(1);
    expect(page.get('status').textContent).toMatch(/\d+ výsled/);
    await page.click(page.get('link', 'Zapnutie a vypnutie'));
    await heading('Zapnutie a vypnutie');
    expect(router.state.location.hash).toBe('switch');
  });

  it('shows a notice when nothing is found, and its section again for an empty search', async () => {
    await openHelp('#pressure');
    await type(SEARCH, 'ponorka');
    await eventually(() => expect(page.text()).toContain('Hľadaniu nič nezodpovedá'));
    await type(SEARCH, '');
    await heading('Požadovaný tlak a jeho hranice');
  });

  it('focuses the search on the slash key, but not while typing', async () => {
    await openHelp();
    const press = (target: EventTarget) => {
      const event = new KeyboardEvent('keydown', { key: '/', bubbles: true, cancelable: true });
      act(() => void target.dispatchEvent(event));
      return event.defaultPrevented;
    };
    expect(press(document.body)).toBe(true);
    expect(document.activeElement).toBe(field(SEARCH));
    expect(press(field(SEARCH))).toBe(false);
  });

  it('R7.5 lists the permissions of the policy', async () => {
    await openHelp('#roles');
    await heading('Kto čo smie');
    const rows = [...document.querySelectorAll('article tbody tr')];
    const cells = (row: Element | undefined) => [...(row?.querySelectorAll('td') ?? [])].map(page.textOf);
    DeviceAction.options.forEach((action, index) => {
      const expected = [
        can(action, [], 'owner'),
        can(action, [], 'delegate'),
        ...Role.options.toReversed().map((role) => can(action, [role], 'none')),
      ];
      expect(cells(rows[index]).map((text) => text === 'áno')).toEqual(expected);
    });
  });

  it('R2.6 a visitor without a session returns to the section after the login', async () => {
    const { router } = await openApp('/admin/documentation/docs#waiting', {
      routes: loggedOut(),
      isMarked: false,
    });
    await heading('Vitajte späť');
    expect(router.state.location.search).toEqual({ return: '/admin/documentation/docs#waiting' });
  });

  it('every list links to its section', async () => {
    const { go } = await openApp('/admin/dashboard', { routes: loggedIn(['Super Seller', 'Technician']) });
    for (const [path, section] of [
      ['/admin/dashboard', 'console'],
      ['/admin/super-seller/main-list', 'states'],
      ['/admin/super-seller/alerts-list', 'alerts'],
      ['/admin/super-seller/firmware', 'firmware'],
      ['/admin/technician', 'alerts'],
    ] as const) {
      await go(path);
      const href = `/admin/documentation/docs#${section}`;
      await eventually(() => expect(page.get('link', 'Pomocník').getAttribute('href')).toBe(href));
    }
  });

  it('is linked from the profile', async () => {
    const { router } = await openApp('/admin/profile');
    await heading('Môj profil');
    await page.click(page.get('link', 'Pomocník'));
    await heading('Účet, e-mail a heslo');
    expect(router.state.location.hash).toBe('account');
  });
});

it('R2.1 the frequent questions open at the anchor and lead to the help', async () => {
  const { path } = await openApp('/admin/pages/faq#waiting');
  await heading('Časté otázky');
  await eventually(() => expect(document.querySelectorAll('details').length).toBeGreaterThan(5));
  expect([...document.querySelectorAll('details[open]')].map(({ id }) => id)).toEqual(['waiting']);
  await page.click(page.get('link', 'Prečo čerpadlo čaká'));
  await eventually(() => expect(path()).toBe('/admin/documentation/docs'));
});
