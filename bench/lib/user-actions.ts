import type { Page } from 'playwright-core';
import { texts } from '../../e2e/texts.ts';

const { device, deviceMenu, deviceTools, nav, order, pressure, pump, top } = texts.sk;

export interface UserAction {
  name: string;
  /** Sends a command to the pump. */
  isControl?: true;
  /** Precondition of the action. */
  ready?: (page: Page) => Promise<unknown>;
  act: (page: Page) => Promise<unknown>;
}

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const startOf = (text: string) => text.split('{')[0] ?? '';
const grip = (page: Page) =>
  page.getByRole('button', { name: order.grip.replace('{name}', device.field.motor_current), exact: true });
const menu = (page: Page) => page.getByRole('button', { name: startOf(deviceMenu.opener) });
const key = (name: string, ...keys: string[]): UserAction[] =>
  keys.map((pressed) => ({ name: `${name}: ${pressed}`, act: (page) => page.keyboard.press(pressed) }));

const step = (name: 'more' | 'less'): UserAction => ({
  name,
  isControl: true,
  act: (page) => region(page, pressure.title).getByRole('button', { name: pressure[name] }).click(),
});
const set: UserAction = {
  name: 'set',
  isControl: true,
  act: (page) =>
    region(page, pressure.title).getByRole('button', { name: pressure.set, exact: true }).click(),
};
const toggle = (name: string): UserAction => ({
  name,
  isControl: true,
  act: (page) => region(page, pump.title).getByRole('switch', { name }).click(),
});
const mode = (name: 'local' | 'remote'): UserAction => ({
  name: `mode: ${name}`,
  isControl: true,
  ready: (page) =>
    region(page, pressure.title)
      .getByRole('radio', { name: device.control[name], disabled: false })
      .waitFor({ state: 'attached' }),
  act: (page) => region(page, pressure.title).getByText(device.control[name], { exact: true }).click(),
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
const hasDevice = (page: Page) => region(page, pump.title).getByRole('switch').first().waitFor();

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
  toggle(pump.title),
  popover,
  ...key('status', 'Escape'),
  openMenu,
  ...key('menu', 'Escape'),
  toggle(pump.lock),
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
  { name: 'grip', ready: (page) => grip(page).focus(), act: (page) => page.keyboard.press('Space') },
  ...key('grip', 'ArrowRight', 'ArrowLeft', 'Space'),
  toggle(pump.lock),
  mode('local'),
  go('dashboard', hasDevice),
  go('overview', hasDevice),
  { name: 'theme', ready: goBack, act: (page) => page.getByRole('button', { name: top.theme }).click() },
  ...key('theme', 'Escape'),
  mode('remote'),
  {
    name: 'typing',
    ready: (page) => region(page, pressure.title).getByRole('spinbutton').focus({ timeout: 10_000 }),
    act: (page) => page.keyboard.press('ArrowUp'),
  },
  ...key('typing', 'ArrowDown', 'ArrowUp', 'ArrowDown', 'Tab'),
];
