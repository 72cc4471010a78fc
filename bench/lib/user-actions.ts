import type { Page } from 'playwright-core';
import { controlsCard, pumpSwitch, waterCard } from '../../e2e/pump-page.ts';
import { texts } from '../../e2e/texts.ts';

const { device, deviceMenu, deviceTools, nav, order, pressure, pump, top, water } = texts.sk;

export interface UserAction {
  name: string;
  /** Sends a command to the pump. */
  isControl?: true;
  /** Precondition of the action. */
  ready?: (page: Page) => Promise<unknown>;
  act: (page: Page) => Promise<unknown>;
}

const startOf = (text: string) => text.split('{')[0] ?? '';
const grip = (page: Page) =>
  page.getByRole('button', { name: order.grip.replace('{name}', device.field.motor_current), exact: true });
const menu = (page: Page) => page.getByRole('button', { name: startOf(deviceMenu.opener) });
const key = (name: string, ...keys: string[]): UserAction[] =>
  keys.map((pressed) => ({ name: `${name}: ${pressed}`, act: (page) => page.keyboard.press(pressed) }));

const step = (name: 'more' | 'less'): UserAction => ({
  name,
  isControl: true,
  act: (page) => controlsCard(page).getByRole('button', { name: pressure[name] }).click(),
});
const set: UserAction = {
  name: 'set',
  isControl: true,
  act: (page) => controlsCard(page).getByRole('button', { name: pressure.set, exact: true }).click(),
};
const toggle: UserAction = { name: 'switch', isControl: true, act: (page) => pumpSwitch(page).click() };
/** Lock and mode are behind the motor. */
const sheet = (page: Page) => page.getByRole('dialog', { name: water.sheet });
const openMotor: UserAction = {
  name: 'motor',
  act: (page) => waterCard(page).getByRole('button', { name: water.motorMore }).click(),
};
const lock: UserAction = {
  name: 'lock',
  isControl: true,
  ready: (page) => sheet(page).getByRole('switch', { name: pump.lock }).waitFor(),
  act: (page) => sheet(page).getByRole('switch', { name: pump.lock }).click(),
};
const mode = (name: 'local' | 'remote'): UserAction => ({
  name: `mode: ${name}`,
  isControl: true,
  ready: (page) =>
    sheet(page)
      .getByRole('radio', { name: device.control[name], disabled: false })
      .waitFor({ state: 'attached' }),
  act: (page) => sheet(page).getByText(device.control[name], { exact: true }).click(),
});
const popover: UserAction = {
  name: 'status',
  act: (page) => page.getByRole('button', { name: deviceTools.status }).click(),
};
const openMenu: UserAction = { name: 'menu', act: (page) => menu(page).click() };
const go = (name: 'dashboard' | 'overview', isThere: (page: Page) => Promise<unknown>): UserAction => ({
  name,
  ready: isThere,
  act: (page) => page.getByRole('link', { name: nav[name], exact: true }).click(),
});
const hasDevice = (page: Page) => controlsCard(page).getByRole('switch').waitFor();
const hasList = (page: Page) => page.getByRole('main').getByRole('list').first().waitFor();

/** Back through both pages to the start of the round. */
async function goBack(page: Page) {
  await hasDevice(page);
  await page.goBack();
  await page.goBack();
  await hasDevice(page);
}

/** Up in one round, down in the next, so that the pressure stays within its bounds. */
function steps(round: number): UserAction[] {
  const [there, back] = round % 2 === 0 ? (['more', 'less'] as const) : (['less', 'more'] as const);
  return [step(there), step(back), step(there), set];
}

/** One round of user actions on a device page; a control is used again only after its spinner ends. */
export const userActionsOf = (round: number): readonly UserAction[] => [
  ...steps(round),
  toggle,
  popover,
  ...key('status', 'Escape'),
  openMenu,
  ...key('menu', 'Escape'),
  openMotor,
  lock,
  ...key('motor', 'Escape'),
  openMenu,
  {
    name: 'tools',
    act: (page) => page.getByRole('link', { name: deviceTools.diagnostics, exact: true }).click(),
  },
  {
    name: 'close tools',
    ready: (page) => page.getByRole('dialog').waitFor(),
    act: (page) => page.keyboard.press('Escape'),
  },
  {
    name: 'grip',
    // The grips load when the values are seen.
    ready: async (page) => {
      await page.locator('li dt').nth(2).scrollIntoViewIfNeeded();
      await grip(page).focus();
    },
    act: (page) => page.keyboard.press('Space'),
  },
  ...key('grip', 'ArrowRight', 'ArrowLeft', 'Space'),
  openMotor,
  lock,
  mode('local'),
  ...key('motor', 'Escape'),
  go('dashboard', hasDevice),
  go('overview', hasList),
  { name: 'theme', ready: goBack, act: (page) => page.getByRole('button', { name: top.theme }).click() },
  ...key('theme', 'Escape'),
  openMotor,
  mode('remote'),
  ...key('motor', 'Escape'),
  {
    name: 'typing',
    ready: (page) => controlsCard(page).getByRole('spinbutton').focus({ timeout: 10_000 }),
    act: (page) => page.keyboard.press('ArrowUp'),
  },
  ...key('typing', 'ArrowDown', 'ArrowUp', 'ArrowDown', 'Tab'),
];
