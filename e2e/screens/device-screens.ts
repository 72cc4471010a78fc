import type { Page } from 'playwright-core';
import { openMotor } from '../pump-page.ts';
import { overview, pumpIs, pumpStateShown, type Screen, SLOW, type Texts, WELL } from './screen.ts';

const openMenu = async (page: Page, texts: Texts) =>
  page.getByRole('button', { name: texts.deviceMenu.opener.split('{')[0] ?? '' }).click(SLOW);

/** A tool is in the menu, or beside it where there is room. */
async function openTool(page: Page, texts: Texts, tool: string) {
  const link = page.getByRole('link', { name: tool, exact: true });
  await page.getByText('kWh').first().waitFor(SLOW);
  if ((await link.count()) === 0 || !(await link.first().isVisible())) await openMenu(page, texts);
  await link.click();
}

const menuDialog =
  (item: keyof Omit<Texts['deviceMenu'], 'opener'>): Screen['open'] =>
  async (page, texts) => {
    await openMenu(page, texts);
    await page.getByRole('button', { name: texts.deviceMenu[item], exact: true }).click();
    const dialog = page.getByRole('dialog', { name: texts.deviceMenu[item] });
    await dialog.waitFor(SLOW);
    if (item === 'people') await dialog.getByRole('listitem').nth(1).waitFor();
  };

type Text = (texts: Texts) => string;

/** Opens a tool of the device and waits for the texts of its dialog. */
const toolDialog =
  (tool: Text, ...shown: Text[]): Screen['open'] =>
  async (page, texts) => {
    await openTool(page, texts, tool(texts));
    for (const text of shown) await page.getByRole('dialog').getByText(text(texts)).waitFor(SLOW);
  };

const water = () => 'section[data-water]';

/** Each state of a pump in the demo. */
const states: Screen[] = [
  { name: 'fault', who: 'owner', path: overview('MNB-DE0004'), open: pumpStateShown('fault') },
  {
    name: 'fault-reset',
    who: 'owner',
    isAbove: true,
    path: overview('MNB-DE0004'),
    async open(page, texts) {
      await page.getByRole('link', { name: texts.pump.faultReset }).click(SLOW);
      const dialog = page.getByRole('dialog');
      await dialog.getByText(texts.faultReset.more).waitFor(SLOW);
      await dialog.getByRole('checkbox').check();
    },
  },
  {
    name: 'waiting',
    who: 'owner',
    path: overview('MNB-DE0005'),
    part: water,
    open: pumpStateShown('waiting'),
  },
  {
    name: 'stopped',
    who: 'owner',
    path: overview('MNB-DE0003'),
    part: water,
    open: pumpStateShown('stopped'),
  },
  { name: 'offline', who: 'technician', path: overview('MNB-DE0006'), open: pumpStateShown('offline') },
];

/** A device page and its dialogs. */
const device: Screen[] = [
  { name: 'running', who: 'owner', path: overview(WELL), open: pumpStateShown('running', 'waiting') },
  {
    name: 'motor',
    who: 'owner',
    isAbove: true,
    path: overview(WELL),
    async open(page, texts) {
      await pumpIs(page, texts, 'running', 'waiting');
      const motor = await openMotor(page, texts);
      await motor.getByRole('heading', { name: texts.fcState.title }).waitFor(SLOW);
    },
  },
  {
    name: 'status',
    who: 'owner',
    isAbove: true,
    path: overview(WELL),
    async open(page, texts) {
      await page.getByRole('button', { name: texts.deviceTools.status }).click(SLOW);
      await page.getByText(texts.deviceStatus.well).waitFor(SLOW);
    },
  },
  {
    name: 'menu',
    who: 'owner',
    isAbove: true,
    path: overview(WELL),
    async open(page, texts) {
      await pumpIs(page, texts, 'running', 'waiting');
      await openMenu(page, texts);
      await page.getByRole('button', { name: texts.deviceMenu.remove, exact: true }).waitFor();
    },
  },
  {
    name: 'reset',
    who: 'owner',
    isAbove: true,
    path: overview(WELL),
    async open(page, texts) {
      const { resetOf, resetQuestion } = texts.stats;
      const of = (text: string) => text.replace('{name}', texts.device.field.electro_meter);
      await page.getByRole('button', { name: of(resetOf) }).click(SLOW);
      await page.getByText(of(resetQuestion)).waitFor();
    },
  },
  {
    name: 'chooser',
    who: 'technician',
    isAbove: true,
    path: overview(WELL),
    async open(page, texts) {
      await page.getByTitle(texts.chooser.open).click(SLOW);
      await page.getByRole('combobox', { name: texts.chooser.search }).fill('de000');
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
    async open(page, texts) {
      await openTool(page, texts, texts.lockOut.menu);
      await page.getByLabel(texts.lockOut.dialog.reason).waitFor(SLOW);
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
  { name: 'share', who: 'owner', isAbove: true, path: overview(WELL), open: menuDialog('delegate') },
  { name: 'people', who: 'owner', isAbove: true, path: overview(WELL), open: menuDialog('people') },
  { name: 'transfer', who: 'owner', isAbove: true, path: overview(WELL), open: menuDialog('transfer') },
  { name: 'remove', who: 'owner', isAbove: true, path: overview(WELL), open: menuDialog('remove') },
];

export const deviceScreens: readonly Screen[] = [...device, ...states];
