import type { Page } from 'playwright-core';
import { controlsCard, pumpSwitch } from '../pump-page.ts';
import { alertScreens } from './alert-screens.ts';
import { deviceScreens } from './device-screens.ts';
import { energyScreens } from './energy-screens.ts';
import { firmwareScreens } from './firmware-screens.ts';
import { kitScreens } from './kit-screens.ts';
import { rulesScreens } from './rules-screens.ts';
import { overview, pumpIs, pumpStateShown, type Screen, SLOW, type Texts, WELL } from './screen.ts';
import { setupScreens } from './setup-screens.ts';
import { staffScreens } from './staff-screens.ts';
import { toolScreens } from './tool-screens.ts';
import { userScreens } from './user-screens.ts';
import { fleetScreens, linkScreens, placeScreens } from './water-screens.ts';

const button = (name: (texts: Texts) => string) => async (page: Page, texts: Texts) =>
  page.getByRole('button', { name: name(texts), exact: true }).waitFor(SLOW);

const account: Screen[] = [
  { name: 'signup', path: '/auth/signup', open: button(({ auth }) => auth.submitSignup) },
  { name: 'first-pump', path: '/first-pump', open: button(({ firstPump }) => firstPump.label.type) },
  { name: 'login', path: '/auth/login', open: button(({ auth }) => auth.submitLogin) },
  { name: 'recover', path: '/auth/recover-password', open: button(({ auth }) => auth.submitRecover) },
  {
    name: 'new-password',
    path: '/recover-password#token=none',
    open: button(({ auth }) => auth.submitChange),
  },
  {
    name: 'terms',
    path: '/terms',
    async open(page) {
      await page.getByRole('article').getByRole('heading', { level: 1 }).waitFor(SLOW);
    },
  },
  {
    name: 'mailbox',
    path: '/demo/mailbox',
    async open(page, { auth }) {
      // An alert of a demo board sends a mail.
      await page.getByText(auth.mailboxEmpty).or(page.getByRole('listitem')).first().waitFor(SLOW);
    },
  },
  {
    name: 'profile',
    who: 'owner',
    path: '/admin/profile',
    async open(page, { auth, profile, factor, integrations, tokens }) {
      await page.getByLabel(auth.newPassword, { exact: true }).fill('x');
      await page.getByRole('button', { name: factor.addApp }).waitFor(SLOW);
      await page.getByText(profile.sessions.current).waitFor(SLOW);
      await page.getByText(integrations.none, { exact: true }).waitFor(SLOW);
      await page.getByRole('button', { name: tokens.wall.title }).waitFor(SLOW);
    },
  },
  {
    name: 'new-pump',
    who: 'owner',
    path: '/admin/new-pump?device=MNB-DE0001',
    open: button(({ firstPump }) => firstPump.done.show),
  },
  {
    name: 'notification-settings',
    who: 'owner',
    path: '/admin/profile/notifications',
    async open(page, { notifications }) {
      await page.getByText(notifications.details, { exact: true }).click(SLOW);
      await page.getByText(notifications.webhook.none, { exact: true }).waitFor(SLOW);
    },
  },
  {
    name: 'webhook',
    who: 'super',
    isAbove: true,
    path: '/admin/profile/notifications',
    async open(page, { notifications }) {
      await page.getByText(notifications.details, { exact: true }).click(SLOW);
      await page.getByRole('button', { name: notifications.webhook.add, exact: true }).last().click(SLOW);
      await page.getByRole('dialog').getByLabel(notifications.webhook.url).waitFor(SLOW);
    },
  },
  {
    name: 'integration',
    who: 'owner',
    isAbove: true,
    path: '/admin/profile',
    async open(page, { integrations }) {
      await page.getByRole('button', { name: integrations.add, exact: true }).click(SLOW);
      await page.getByRole('dialog').getByLabel(integrations.name).waitFor(SLOW);
    },
  },
  {
    name: 'token',
    who: 'owner',
    isAbove: true,
    path: '/admin/profile',
    async open(page, { tokens }) {
      await page.getByRole('button', { name: tokens.add, exact: true }).click(SLOW);
      await page.getByRole('dialog').getByLabel(tokens.name).waitFor(SLOW);
    },
  },
  {
    name: 'delete-account',
    who: 'owner',
    isAbove: true,
    path: '/admin/profile',
    async open(page, { profile }) {
      await page.getByRole('button', { name: profile.data.remove, exact: true }).click(SLOW);
      await page.getByRole('dialog').getByText(profile.deletion.log).waitFor(SLOW);
    },
  },
];

const pages: Screen[] = [
  {
    name: 'dashboard',
    who: 'owner',
    path: '/admin/dashboard',
    async open(page) {
      await page.getByRole('main').getByRole('list').getByText('bar', { exact: true }).first().waitFor(SLOW);
    },
  },
  {
    name: 'notifications',
    who: 'owner',
    isAbove: true,
    path: `/admin/dashboard?device=MNB-DE0003`,
    async open(page, texts) {
      await pumpIs(page, texts, 'stopped');
      const { notifications, markAll, noNotifications } = texts.top;
      await page.getByRole('button', { name: notifications }).click();
      await page.getByRole('button', { name: markAll }).or(page.getByText(noNotifications)).waitFor();
    },
  },
  {
    name: 'add-device',
    who: 'owner',
    path: '/admin/add-device',
    async open(page, { addDevice }) {
      await page.getByRole('link', { name: 'MNB-DE0003' }).waitFor(SLOW);
      await page.getByRole('button', { name: addDevice.scan }).click();
      const { scanProblem } = addDevice;
      await page.getByText(scanProblem.absent).or(page.getByText(scanProblem.refused)).waitFor(SLOW);
    },
  },
];

const help: Screen[] = [
  {
    name: 'help',
    who: 'owner',
    path: '/admin/documentation/docs#waiting',
    async open(page, texts) {
      await page.getByRole('searchbox', { name: texts.help.search }).fill(texts.pump.state.waiting);
      await page.getByRole('heading', { name: texts.help.more }).waitFor(SLOW);
    },
  },
  {
    name: 'help-roles',
    who: 'owner',
    path: '/admin/documentation/docs#roles',
    async open(page) {
      await page.getByRole('table').waitFor(SLOW);
    },
  },
  {
    name: 'faq',
    who: 'owner',
    path: '/admin/pages/faq#waiting',
    async open(page) {
      await page.getByRole('group').first().waitFor(SLOW);
    },
  },
  {
    name: 'palette',
    who: 'technician',
    isAbove: true,
    path: '/admin/profile',
    async open(page, { palette, profile }) {
      await page.getByRole('heading', { name: profile.title }).waitFor(SLOW);
      // A link gets the focus, so that closing can return it.
      await page.keyboard.press('Tab');
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: palette.search }).fill('de0004');
      await page.getByRole('option', { name: /MNB-DE0004/ }).waitFor(SLOW);
    },
  },
  {
    name: 'shortcuts',
    who: 'owner',
    isAbove: true,
    path: '/admin/profile',
    async open(page, { profile, shortcuts }) {
      await page.getByRole('heading', { name: profile.title }).waitFor(SLOW);
      // A link gets the focus, so that closing can return it.
      await page.keyboard.press('Tab');
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: shortcuts.title }).waitFor(SLOW);
    },
  },
];

const listed: Screen['open'] = async (page, { fleet }) => {
  await page.getByRole('link', { name: 'Studňa – záhrada' }).first().waitFor(SLOW);
  await page.getByText(fleet.needsPerson, { exact: false }).first().waitFor(SLOW);
};

/** R7.2 */
const fleet: Screen[] = [
  { name: 'main-list', who: 'super', path: '/admin/super-seller/main-list', open: listed },
  { name: 'seller', who: 'seller', path: '/admin/seller', open: listed },
];

/** Screens after a command of the user. */
const commandScreens: Screen[] = [
  {
    name: 'sending',
    who: 'owner',
    isAct: true,
    path: overview(WELL),
    async open(page, texts) {
      await pumpStateShown('running', 'waiting')(page, texts);
      // The command never arrives, so the pump of the next picture keeps running; the page waits its 5 s (R5.6).
      await page.route('**/start-stop', (route) => route.abort());
      await pumpSwitch(page, texts).click(SLOW);
      await controlsCard(page, texts).getByText(texts.control.sending).waitFor();
    },
  },
  {
    name: 'start-question',
    who: 'owner',
    isAbove: true,
    path: overview('MNB-DE0003'),
    async open(page, texts) {
      await pumpStateShown('stopped')(page, texts);
      await pumpSwitch(page, texts).click(SLOW);
      const dialog = page.getByRole('dialog');
      await dialog.getByText(texts.start.nobody).waitFor(SLOW);
      await dialog.getByText(texts.start.off.loading).waitFor({ ...SLOW, state: 'detached' });
    },
  },
  {
    name: 'sent',
    who: 'owner',
    isAct: true,
    path: overview(WELL),
    async open(page, texts) {
      await pumpStateShown('running', 'waiting')(page, texts);
      const card = controlsCard(page, texts);
      await card.getByRole('button', { name: texts.pressure.more }).click(SLOW);
      await page.getByRole('alert').getByText(texts.pressure.sent).waitFor(SLOW);
    },
  },
];

/** Screens with the folders of an area of the console that draw them. */
export const SCREENS_BY_FOLDERS: readonly [folders: string, screens: readonly Screen[]][] = [
  ['activity analog-inputs board-restart device-access device-chooser device-status', deviceScreens],
  ['devices diagnostics energy fault-reset firmware flow lock-out overview pressure', deviceScreens],
  [
    'links place pump-control retry stats today wall water',
    [...deviceScreens, ...placeScreens, ...linkScreens],
  ],
  ['add-device devices inbox notifications overview pressure pump-control', pages],
  ['help palette', help],
  ['firmware fleet-firmware', firmwareScreens],
  ['fleet', [...fleet, ...fleetScreens]],
  ['pressure pump-control start retry', commandScreens],
  ['activity commissioning config graphs pump-card registers', toolScreens],
  ['list notifications one visit work', alertScreens],
  ['energy', energyScreens],
  ['alert-rules', rulesScreens],
  ['list one work', staffScreens],
  ['users', userScreens],
  ['auth demo-mailbox factor integrations logins notification-settings profile terms tokens', account],
  ['enrolment installation security', setupScreens],
  ['gallery statistics', kitScreens],
];

export const screens: readonly Screen[] = [...new Set(SCREENS_BY_FOLDERS.flatMap(([, drawn]) => drawn))];
