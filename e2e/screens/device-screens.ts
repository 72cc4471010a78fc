import type { Page } from 'playwright-core';
import { overview, pumpIs, pumpStateShown, type Screen, SLOW, WELL, type Words } from './screen.ts';

const openMenu = async (page: Page, words: Words) =>
  page.getByRole('button', { name: words.deviceMenu.opener.split('{')[0] ?? '' }).click(SLOW);

/** A tool is in the menu, or beside it where there is room. */
async function openTool(page: Page, words: Words, tool: string) {
  const link = page.getByRole('link', { name: tool, exact: true });
  await page.getByText('kWh').first().waitFor(SLOW);
  if ((await link.count()) === 0 || !(await link.first().isVisible())) await openMenu(page, words);
  await link.click();
}

const menuDialog =
  (item: keyof Omit<Words['deviceMenu'], 'opener'>): Screen['open'] =>
  async (page, words) => {
    await openMenu(page, words);
    await page.getByRole('button', { name: words.deviceMenu[item], exact: true }).click();
    const dialog = page.getByRole('dialog', { name: words.deviceMenu[item] });
    await dialog.waitFor(SLOW);
    if (item === 'delegate') await dialog.getByRole('listitem').first().waitFor();
  };

type Text = (words: Words) => string;

/** Opens a tool of the device and waits for the texts of its dialog. */
const toolDialog =
  (tool: Text, ...texts: Text[]): Screen['open'] =>
  async (page, words) => {
    await openTool(page, words, tool(words));
    for (const text of texts) await page.getByRole('dialog').getByText(text(words)).waitFor(SLOW);
  };

const pumpCard = ({ pump }: Words) => `section[aria-label="${pump.title}"]`;

/** Each state of a pump in the demo. */
const states: Screen[] = [
  { name: 'fault', who: 'owner', path: overview('MNB-DE0004'), open: pumpStateShown('fault') },
  {
    name: 'fault-reset',
    who: 'owner',
    isAbove: true,
    path: overview('MNB-DE0004'),
    async open(page, words) {
      const card = page.getByRole('region', { name: words.pump.title, exact: true });
      await card.getByRole('link', { name: words.pump.faultReset }).click(SLOW);
      const dialog = page.getByRole('dialog');
      await dialog.getByText(words.faultReset.more).waitFor(SLOW);
      await dialog.getByRole('checkbox').check();
    },
  },
  {
    name: 'waiting',
    who: 'owner',
    path: overview('MNB-DE0005'),
    part: pumpCard,
    open: pumpStateShown('waiting'),
  },
  {
    name: 'stopped',
    who: 'owner',
    path: overview('MNB-DE0003'),
    part: pumpCard,
    open: pumpStateShown('stopped'),
  },
  { name: 'offline', who: 'technician', path: overview('MNB-DE0006'), open: pumpStateShown('offline') },
];

/** A device page and its dialogs. */
const device: Screen[] = [
  { name: 'running', who: 'owner', path: overview(WELL), open: pumpStateShown('running', 'waiting') },
  {
    name: 'status',
    who: 'owner',
    isAbove: true,
    path: overview(WELL),
    async open(page, words) {
      await page.getByRole('button', { name: words.deviceTools.status }).click(SLOW);
      await page.getByText(words.deviceStatus.well).waitFor(SLOW);
    },
  },
  {
    name: 'menu',
    who: 'owner',
    isAbove: true,
    path: overview(WELL),
    async open(page, words) {
      await pumpIs(page, words, 'running', 'waiting');
      await openMenu(page, words);
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
      await page.getByRole('button', { name: of(resetOf) }).click(SLOW);
      await page.getByText(of(resetQuestion)).waitFor();
    },
  },
  {
    name: 'chooser',
    who: 'technician',
    isAbove: true,
    path: overview(WELL),
    async open(page, words) {
      await page.getByTitle(words.chooser.open).click(SLOW);
      await page.getByRole('combobox', { name: words.chooser.search }).fill('de000');
      await page.getByRole('option', { name: /MNB-DE0004/ }).waitFor(SLOW);
    },
  },
  {
    name: 'update',
    who: 'owner',
    isAbove: true,
    path: overview(WELL),
    open: toolDialog(
      ({ deviceTools }) => deviceTools.update,
      ({ firmware }) => firmware.warnPower,
      ({ firmware }) => firmware.part['fc-registers'],
    ),
  },
  {
    name: 'diagnostics',
    who: 'owner',
    isAbove: true,
    path: overview(WELL),
    open: toolDialog(
      ({ deviceTools }) => deviceTools.diagnostics,
      ({ diagnostics }) => diagnostics.lead,
    ),
  },
  {
    name: 'lock-out',
    who: 'owner',
    isAbove: true,
    path: overview(WELL),
    async open(page, words) {
      await openTool(page, words, words.lockOut.menu);
      await page.getByLabel(words.lockOut.dialog.reason).waitFor(SLOW);
    },
  },
  {
    name: 'restart',
    who: 'owner',
    isAbove: true,
    path: overview(WELL),
    open: toolDialog(
      ({ deviceTools }) => deviceTools.restart,
      ({ boardRestart }) => boardRestart.protection,
    ),
  },
  {
    name: 'locked-out',
    who: 'owner',
    path: overview('MNB-DE0002'),
    async open(page, { lockOut }) {
      const data = { reason: 'výmena spätného ventilu', until: Math.floor(Date.now() / 1000) + 3600 };
      await page.request.put('/api/devices/MNB-DE0002/lock-out', { data });
      await page.getByRole('button', { name: lockOut.remove, exact: true }).waitFor(SLOW);
    },
  },
  { name: 'rename', who: 'owner', isAbove: true, path: overview(WELL), open: menuDialog('rename') },
  { name: 'delegate', who: 'owner', isAbove: true, path: overview(WELL), open: menuDialog('delegate') },
  { name: 'transfer', who: 'owner', isAbove: true, path: overview(WELL), open: menuDialog('transfer') },
  { name: 'remove', who: 'owner', isAbove: true, path: overview(WELL), open: menuDialog('remove') },
];

export const deviceScreens: readonly Screen[] = [...device, ...states];
