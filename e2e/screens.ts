import type { Page } from 'playwright-core';
import type { texts } from './texts.ts';

export type Locale = keyof typeof texts;
type Words = (typeof texts)[Locale];

/** One screen, and the steps to reach it. */
export interface Screen {
  name: string;
  /** Without it no user is logged in. */
  who?: 'owner' | 'technician';
  path: string;
  /** A dialog above a page, which has its own picture. */
  isAbove?: true;
  /** Sends a command to the pump, so it must not run concurrently. */
  isAct?: true;
  /** The part of the page that differs from other screens. */
  part?: (words: Words) => string;
  /** Steps on the page until the screen is complete. */
  open: (page: Page, words: Words) => Promise<void>;
}

/** Generous for a machine with two busy cores. */
const PATIENT = { timeout: 40_000 };

const button = (name: (words: Words) => string) => async (page: Page, words: Words) =>
  page.getByRole('button', { name: name(words), exact: true }).waitFor(PATIENT);

type PumpState = keyof Words['pump']['state'];
/** A house without demand puts its pump to sleep. */
async function pumpIs(page: Page, { pump }: Words, ...states: PumpState[]) {
  const card = page.getByRole('region', { name: pump.title, exact: true });
  const words = states.map((state) => card.getByText(pump.state[state], { exact: true }));
  const [first, second = first] = words;
  await first?.or(second ?? first).waitFor(PATIENT);
}

/** The overview is complete when its last part has loaded. */
const stands =
  (...states: PumpState[]): Screen['open'] =>
  async (page, words) => {
    await pumpIs(page, words, ...states);
    await page.getByText('kWh').first().waitFor(PATIENT);
    const events = page.getByRole('region', { name: words.activity.title });
    await events.getByRole('listitem').or(events.getByText(words.activity.empty)).first().waitFor(PATIENT);
  };

const overview = (idDev: string, tool = '') => `/admin/overview?device=${idDev}${tool && `&tool=${tool}`}`;
const WELL = 'MNB-DE0001';

const opensMenu = async (page: Page, words: Words) =>
  page.getByRole('button', { name: words.deviceMenu.opener.split('{')[0] ?? '' }).click(PATIENT);

/** A tool is in the menu, or beside it where there is room. */
async function chooses(page: Page, words: Words, tool: string) {
  const link = page.getByRole('link', { name: tool, exact: true });
  await page.getByText('kWh').first().waitFor(PATIENT);
  if ((await link.count()) === 0 || !(await link.first().isVisible())) await opensMenu(page, words);
  await link.click();
}

const asks =
  (item: keyof Omit<Words['deviceMenu'], 'opener'>): Screen['open'] =>
  async (page, words) => {
    await opensMenu(page, words);
    await page.getByRole('button', { name: words.deviceMenu[item], exact: true }).click();
    const dialog = page.getByRole('dialog', { name: words.deviceMenu[item] });
    await dialog.waitFor(PATIENT);
    if (item === 'delegate') await dialog.getByRole('listitem').first().waitFor();
  };

const account: Screen[] = [
  { name: 'signup', path: '/auth/signup', open: button(({ auth }) => auth.submitSignup) },
  { name: 'login', path: '/auth/login', open: button(({ auth }) => auth.submitLogin) },
  { name: 'recover', path: '/auth/recover-password', open: button(({ auth }) => auth.submitRecover) },
  {
    name: 'new-password',
    path: '/recover-password?token=none',
    open: button(({ auth }) => auth.submitChange),
  },
  {
    name: 'terms',
    path: '/terms',
    async open(page) {
      await page.getByRole('article').getByRole('heading', { level: 1 }).waitFor(PATIENT);
    },
  },
  {
    name: 'mailbox',
    path: '/demo/mailbox',
    async open(page, { auth }) {
      await page.getByText(auth.mailboxEmpty).waitFor(PATIENT);
    },
  },
  {
    name: 'profile',
    who: 'owner',
    path: '/admin/profile',
    async open(page, { auth, profile }) {
      await page.getByLabel(auth.newPassword, { exact: true }).fill('x');
      await page.getByLabel(profile.currentPassword, { exact: true }).waitFor();
    },
  },
];

const pages: Screen[] = [
  {
    name: 'dashboard',
    who: 'owner',
    path: `/admin/dashboard?device=${WELL}`,
    async open(page, words) {
      await pumpIs(page, words, 'running', 'waiting');
      await page.getByText('kWh').first().waitFor(PATIENT);
      await page.getByRole('region', { name: words.analog.title }).waitFor(PATIENT);
    },
  },
  {
    name: 'notifications',
    who: 'owner',
    isAbove: true,
    path: `/admin/dashboard?device=MNB-DE0003`,
    async open(page, words) {
      await pumpIs(page, words, 'stopped');
      const { notifications, markAll, noNotifications } = words.top;
      await page.getByRole('button', { name: notifications }).click();
      await page.getByRole('button', { name: markAll }).or(page.getByText(noNotifications)).waitFor();
    },
  },
  {
    name: 'add-device',
    who: 'owner',
    path: '/admin/add-device',
    async open(page, { addDevice }) {
      await page.getByRole('link', { name: 'MNB-DE0003' }).waitFor(PATIENT);
      await page.getByRole('button', { name: addDevice.scan }).click();
      const { scanProblem } = addDevice;
      await page.getByText(scanProblem.absent).or(page.getByText(scanProblem.refused)).waitFor(PATIENT);
    },
  },
];

const pumpCard = ({ pump }: Words) => `section[aria-label="${pump.title}"]`;

/** Each state of a pump in the demo. */
const states: Screen[] = [
  { name: 'fault', who: 'owner', path: overview('MNB-DE0004'), open: stands('fault') },
  {
    name: 'fault-reset',
    who: 'owner',
    isAbove: true,
    path: overview('MNB-DE0004'),
    async open(page, words) {
      const card = page.getByRole('region', { name: words.pump.title, exact: true });
      await card.getByRole('link', { name: words.pump.faultReset }).click(PATIENT);
      const dialog = page.getByRole('dialog');
      await dialog.getByText(words.faultReset.more).waitFor(PATIENT);
      await dialog.getByRole('checkbox').check();
    },
  },
  {
    name: 'waiting',
    who: 'owner',
    path: overview('MNB-DE0005'),
    part: pumpCard,
    open: stands('waiting'),
  },
  {
    name: 'stopped',
    who: 'owner',
    path: overview('MNB-DE0003'),
    part: pumpCard,
    open: stands('stopped'),
  },
  { name: 'offline', who: 'technician', path: overview('MNB-DE0006'), open: stands('offline') },
];

/** A device page and its dialogs. */
const device: Screen[] = [
  { name: 'running', who: 'owner', path: overview(WELL), open: stands('running', 'waiting') },
  {
    name: 'status',
    who: 'owner',
    isAbove: true,
    path: overview(WELL),
    async open(page, words) {
      await page.getByRole('button', { name: words.deviceTools.status }).click(PATIENT);
      await page.getByText(words.deviceStatus.well).waitFor(PATIENT);
    },
  },
  {
    name: 'menu',
    who: 'owner',
    isAbove: true,
    path: overview(WELL),
    async open(page, words) {
      await pumpIs(page, words, 'running', 'waiting');
      await opensMenu(page, words);
      await page.getByRole('button', { name: words.deviceMenu.remove, exact: true }).waitFor();
    },
  },
  {
    name: 'reset',
    who: 'owner',
    isAbove: true,
    path: overview(WELL),
    async open(page, words) {
      const { resetOf, resetQuestion } = words.stats;
      const of = (text: string) => text.replace('{name}', words.device.field.electro_meter);
      await page.getByRole('button', { name: of(resetOf) }).click(PATIENT);
      await page.getByText(of(resetQuestion)).waitFor();
    },
  },
  {
    name: 'chooser',
    who: 'technician',
    isAbove: true,
    path: overview(WELL),
    async open(page, words) {
      await page.getByTitle(words.chooser.open).click(PATIENT);
      await page.getByRole('combobox', { name: words.chooser.search }).fill('de000');
      await page.getByRole('option', { name: /MNB-DE0004/ }).waitFor(PATIENT);
    },
  },
  {
    name: 'update',
    who: 'owner',
    isAbove: true,
    path: overview(WELL),
    async open(page, words) {
      await chooses(page, words, words.deviceTools.update);
      await page.getByRole('dialog').getByText(words.firmware.warnPower).waitFor(PATIENT);
      await page.getByRole('dialog').getByText(words.firmware.part['fc-registers']).waitFor(PATIENT);
    },
  },
  {
    name: 'diagnostics',
    who: 'owner',
    isAbove: true,
    path: overview(WELL),
    async open(page, words) {
      await chooses(page, words, words.deviceTools.diagnostics);
      await page.getByRole('dialog').getByText(words.diagnostics.lead).waitFor(PATIENT);
    },
  },
  {
    name: 'lock-out',
    who: 'owner',
    isAbove: true,
    path: overview(WELL),
    async open(page, words) {
      await chooses(page, words, words.lockOut.menu);
      await page.getByLabel(words.lockOut.dialog.reason).waitFor(PATIENT);
    },
  },
  {
    name: 'restart',
    who: 'owner',
    isAbove: true,
    path: overview(WELL),
    async open(page, words) {
      await chooses(page, words, words.deviceTools.restart);
      await page.getByRole('dialog').getByText(words.boardRestart.protection).waitFor(PATIENT);
    },
  },
  {
    name: 'locked-out',
    who: 'owner',
    path: overview('MNB-DE0002'),
    async open(page, { lockOut }) {
      const data = { reason: 'výmena spätného ventilu', until: Math.floor(Date.now() / 1000) + 3600 };
      await page.request.put('/api/devices/MNB-DE0002/lock-out', { data });
      await page.getByRole('button', { name: lockOut.remove, exact: true }).waitFor(PATIENT);
    },
  },
  { name: 'rename', who: 'owner', isAbove: true, path: overview(WELL), open: asks('rename') },
  { name: 'delegate', who: 'owner', isAbove: true, path: overview(WELL), open: asks('delegate') },
  { name: 'transfer', who: 'owner', isAbove: true, path: overview(WELL), open: asks('transfer') },
  { name: 'remove', who: 'owner', isAbove: true, path: overview(WELL), open: asks('remove') },
];

/** Feedback to the user's own actions. */
const acts: Screen[] = [
  {
    name: 'sending',
    who: 'owner',
    isAct: true,
    path: overview(WELL),
    async open(page, words) {
      await stands('running', 'waiting')(page, words);
      // The command never arrives, so the pump of the next picture keeps running; the page waits its 5 s (R5.6).
      await page.route('**/start-stop', (route) => route.abort());
      const card = page.getByRole('region', { name: words.pump.title, exact: true });
      await card.getByRole('switch', { name: words.pump.title }).click(PATIENT);
      await card.getByText(words.control.sending).waitFor();
    },
  },
  {
    name: 'sent',
    who: 'owner',
    isAct: true,
    path: overview(WELL),
    async open(page, words) {
      await stands('running', 'waiting')(page, words);
      const card = page.getByRole('region', { name: words.pressure.title, exact: true });
      await card.getByRole('button', { name: words.pressure.more }).click(PATIENT);
      await card.getByRole('button', { name: words.pressure.set, exact: true }).click(PATIENT);
      await page.getByText(words.pressure.sent).waitFor(PATIENT);
    },
  },
];

const tools: Screen[] = [
  {
    name: 'values',
    who: 'owner',
    path: overview(WELL, 'values'),
    async open(page, { diagnostics }) {
      await page.getByRole('heading', { name: diagnostics.events }).waitFor(PATIENT);
    },
  },
  {
    name: 'registers',
    who: 'owner',
    path: overview(WELL, 'registers'),
    async open(page, { registers }) {
      await page.getByRole('table').waitFor(PATIENT);
      await page.getByLabel(registers.search).fill('PID');
    },
  },
  {
    name: 'inverter',
    who: 'owner',
    path: overview(WELL, 'inverter'),
    async open(page, { diagnostics }) {
      await page.getByRole('heading', { name: diagnostics.inputs }).waitFor(PATIENT);
    },
  },
  {
    name: 'timeline',
    who: 'owner',
    path: overview(WELL, 'timeline'),
    async open(page, { timeline }) {
      await page
        .getByRole('region', { name: timeline.title, exact: true })
        .getByRole('listitem')
        .first()
        .waitFor(PATIENT);
    },
  },
  {
    name: 'config',
    who: 'technician',
    path: overview(WELL, 'config'),
    async open(page, { config }) {
      await page.getByText(config.stateShort.applied, { exact: true }).waitFor(PATIENT);
    },
  },
  {
    name: 'new-value',
    who: 'technician',
    isAbove: true,
    path: overview(WELL, 'registers'),
    async open(page, { registers }) {
      await page
        .getByRole('button', { name: registers.setOne.split('{')[0] ?? '' })
        .first()
        .click(PATIENT);
      await page.getByRole('dialog').getByText(registers.readAgain).waitFor(PATIENT);
    },
  },
];

export const screens: readonly Screen[] = [...device, ...states, ...pages, ...acts, ...tools, ...account];
