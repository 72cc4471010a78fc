import type { Personalization } from '@manoboard/contract/account/account';
import { aDevice } from '@manoboard/testkit/factories';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act } from 'react';
import { expect, it } from 'vitest';
import { startFakeServer } from '../../testing/fake-server.ts';
import { aBrowser } from '../../testing/notifications.tsx';
import { page, showPage } from '../../testing/page.tsx';
import { aUser, eventually, loggedIn } from '../../testing/whole-app.tsx';
import { FirstSteps } from './first-steps.tsx';

const ID = 'MNB-TE0001';

interface Setting {
  access?: 'owner' | 'delegate';
  browsers?: object[];
  people?: number;
  cardVersion?: number;
  roles?: readonly string[];
}

/** The list of an owner; the server keeps that it was closed. */
async function open({
  access = 'owner',
  browsers = [],
  people = 1,
  cardVersion = 0,
  roles = [],
}: Setting = {}) {
  let kept: Personalization = { card_order: [], theme_colour: null, locale: null };
  startFakeServer({
    ...loggedIn(),
    '/users-devices/get-devices': () => ({ json: [aDevice({ access })] }),
    '/users/me/push-subscriptions': () => ({ json: browsers }),
    [`/devices/${ID}/alert-receivers`]: () => ({
      json: {
        steps: [
          {
            step: 'owner',
            is_on: true,
            count: people,
            people: [],
            after_minutes: { alarm: 0, warning: 0 },
            reached: { any: 0, push: 0, mail: 0, webhook: 0 },
          },
        ],
        mail_service: 'server',
        installation_webhooks: 0,
      },
    }),
    [`/devices/${ID}/pump-card`]: () => ({
      json: {
        version: cardVersion,
        values: {},
        sources: [],
        entered: {},
        changed_at: null,
        changed_by: null,
        waiting: [],
      },
    }),
    '/users/me/personalization': ({ method, body }) => {
      if (method === 'PUT') kept = body as Personalization;
      return { json: kept };
    },
  });
  const root = createRootRoute();
  const admin = createRoute({
    getParentRoute: () => root,
    path: '/admin',
    beforeLoad: () => ({ person: { user: aUser, roles } }),
    component: () => <FirstSteps deviceId={ID} />,
  });
  const router = createRouter({
    routeTree: root.addChildren([admin]),
    history: createMemoryHistory({ initialEntries: ['/admin'] }),
  });
  await act(() => router.load());
  await showPage(<RouterProvider router={router as never} />);
  return { kept: () => kept };
}

it('R4.1 the owner sees what a new pump lacks, with a way to it, and closes the list for good', async () => {
  const { kept } = await open();
  await eventually(() => expect(page.text()).toContain('Ešte chýba'));
  expect(page.all('link', 'Nastaviť').map((link) => link.getAttribute('href'))).toEqual([
    '/admin/profile/notifications',
    '/admin/profile/notifications',
  ]);
  // R4.11: the staff fill in the card.
  expect(page.text()).not.toContain('Karta čerpadla');
  await page.click(page.get('button', 'Zavrieť a už neukazovať'));
  await eventually(() => expect(page.text()).not.toContain('Ešte chýba'));
  expect(kept().hides_first_steps).toBe(true);
});

it('R4.11 an owner who is staff is asked for the card', async () => {
  await open({ browsers: [aBrowser(1)], people: 2, roles: ['Technician'] });
  await eventually(() => expect(page.text()).toContain('Karta čerpadla'));
  expect(page.get('link', 'Nastaviť').getAttribute('href')).toContain('tool=config');
});

it.each([
  ['when only the card of the staff is missing', { browsers: [aBrowser(1)], people: 2 }],
  ['when all of it is there', { browsers: [aBrowser(1)], people: 2, cardVersion: 1 }],
  ['for a delegate', { access: 'delegate' }],
] as const)('R4.1 nothing is listed %s', async (_case, setting) => {
  await open(setting as Setting);
  await eventually(() => expect(page.all('status')).toEqual([]));
  expect(page.text()).not.toContain('Ešte chýba');
});
