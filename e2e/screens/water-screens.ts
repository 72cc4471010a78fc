import type { Page } from 'playwright-core';
import { overview, type Screen, SLOW, type Texts, WELL } from './screen.ts';

const beginOf = (text: string) => text.split('{')[0] ?? '';
/** Answers of the server for what the demo has not: an invitation, a person to tell, a board without an owner. */
async function answer(page: Page, answers: Record<string, object>) {
  for (const [path, json] of Object.entries(answers))
    await page.route(`**/api${path}`, (route) => route.fulfill({ json }));
}

const BY = { device_name: 'Studňa pri dome', by: 'Olívia Majerová' };
const FOUND = {
  id_dev: 'MNB-DE0009',
  is_online: true,
  pressure_bar: 4.2,
  water: { kind: 'there', tone: 'water', reason: 'resting' },
};
const SYSTEM = {
  name: 'Dom a záhrada',
  kind: 'house',
  device_ids: ['MNB-DE0001', 'MNB-DE0003', 'MNB-DE0005'],
};

/** Pages by a link, without a login. */
export const linkScreens: readonly Screen[] = [
  {
    name: 'invitation',
    path: '/invitation#token=known',
    async open(page, { invitation }) {
      await answer(page, {
        '/invitations/open': { ...BY, level: 'switch', expires_at: null, email: 'jan@example.sk' },
      });
      await page.reload();
      await page.getByRole('link', { name: invitation.signup }).waitFor(SLOW);
    },
  },
  {
    name: 'told-link',
    path: '/told#token=7.known',
    async open(page, { toldLink }) {
      await answer(page, { '/recipients/open': { ...BY, email: 'jan@example.sk', state: 'asked' } });
      await page.reload();
      await page.getByRole('button', { name: toldLink.agree, exact: true }).waitFor(SLOW);
    },
  },
  {
    name: 'first-pump-found',
    path: '/first-pump',
    async open(page, { firstPump, addDevice, auth }) {
      await answer(page, { '/boards/find-by-label': FOUND });
      await page.getByRole('button', { name: firstPump.label.type }).click(SLOW);
      await page.getByLabel(addDevice.id).fill(FOUND.id_dev);
      await page.getByLabel(firstPump.label.code).fill('GX2M-8F4K');
      await page.getByRole('button', { name: firstPump.label.find }).click();
      await page.getByLabel(auth.email).waitFor(SLOW);
    },
  },
];

/** Selects two pumps of the list. */
async function selectTwo(page: Page, { fleet }: Texts) {
  const boxes = page.getByRole('checkbox', { name: beginOf(fleet.select) });
  // The first one selects all.
  await boxes.nth(1).check(SLOW);
  await boxes.nth(2).check();
  return page.getByRole('region', { name: fleet.bulk.title });
}
/** A dialog of the selected pumps. */
const bulk = (name: string, action: 'label' | 'system', shown: (texts: Texts) => string): Screen => ({
  name,
  who: 'super',
  isAbove: true,
  path: '/admin/super-seller/main-list',
  async open(page, texts) {
    const bar = await selectTwo(page, texts);
    await bar.getByRole('button', { name: texts.fleet.bulk[action], exact: true }).click();
    await page.getByRole('dialog').getByText(shown(texts)).waitFor(SLOW);
  },
});
export const fleetScreens: readonly Screen[] = [
  {
    name: 'selected',
    who: 'super',
    path: '/admin/super-seller/main-list',
    async open(page, texts) {
      await (await selectTwo(page, texts)).waitFor();
    },
  },
  bulk('labels', 'label', ({ fleet }) => fleet.bulk.text.label),
  bulk('system-of-selected', 'system', ({ waterSystem }) => waterSystem.text),
];

/** The place of a pump, its system, and the wall. */
export const placeScreens: readonly Screen[] = [
  {
    name: 'place',
    who: 'owner',
    isAbove: true,
    path: overview(WELL),
    async open(page, { place }) {
      const row = page.getByRole('button', { name: place.none });
      await row
        .or(page.getByRole('button', { name: beginOf(place.keyAt) }))
        .first()
        .click(SLOW);
      await page.getByRole('dialog').getByLabel(place.key).waitFor(SLOW);
    },
  },
  {
    name: 'water-system',
    who: 'owner',
    path: '/admin/dashboard',
    async open(page, { waterSystem }) {
      const known = await (await page.request.get('/api/water-systems')).json();
      if (known.length === 0) await page.request.post('/api/water-systems', { data: SYSTEM });
      await page.reload();
      await page.getByRole('region', { name: SYSTEM.name }).waitFor(SLOW);
      await page.getByRole('button', { name: waterSystem.change }).first().waitFor(SLOW);
    },
  },
  {
    name: 'wall-link',
    who: 'owner',
    isAbove: true,
    path: '/admin/profile',
    async open(page, { tokens }) {
      await page.getByRole('button', { name: tokens.wall.title }).click(SLOW);
      await page.getByRole('dialog').getByRole('checkbox').nth(1).waitFor(SLOW);
    },
  },
  {
    name: 'wall',
    who: 'owner',
    path: '/wall',
    async open(page) {
      const pumps = Array.from({ length: 5 }, (_, at) => `MNB-DE000${at + 1}`);
      const data = { name: 'Wall', days: 1, switch_devices: [], watch_devices: pumps };
      const { secret } = await (await page.request.post('/api/users/me/tokens', { data })).json();
      await page.goto(`/wall#${new URLSearchParams({ token: secret })}`);
      await page.reload();
      await page.getByRole('listitem').nth(4).waitFor(SLOW);
    },
  },
];
