import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { launchChromium } from '@manoboard/testkit/chromium';
import { freePort } from '@manoboard/testkit/free-port';
import type { AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../clock.ts';
import { createFaultSwitches, type FaultSwitches } from '../faults/fault-switches.ts';
import { FAULT_NAMES } from '../faults/faults.ts';
import { startScenario } from '../scenario.ts';
import { createPanelBoard } from './panel-board.ts';
import { type Panel, startPanel } from './panel-server.ts';
import { panelTexts } from './texts.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
let browser: Browser;
let panel: Panel;
let url: string;
const switches: FaultSwitches[] = [];

beforeAll(async () => {
  const port = await freePort();
  url = `http://127.0.0.1:${port}/`;
  const boards = (['household', 'asleep', 'stopped'] as const).map((scenario, index) => {
    const faults = createFaultSwitches();
    switches.push(faults);
    const world = startScenario(scenario, index, systemClock, faults);
    return createPanelBoard(`MNB-DE000${index + 1}`, scenario, faults, world);
  });
  panel = await startPanel(port, boards);
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  await panel?.close();
});

async function open(width: number, colorScheme: 'light' | 'dark' = 'light') {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme,
    bypassCSP: false,
  });
  const page = await context.newPage();
  const trouble: string[] = [];
  page.on('pageerror', ({ message }) => trouble.push(message));
  page.on('console', (message) => message.type() === 'error' && trouble.push(message.text()));
  page.on('request', (request) => {
    const isOwn = request.url().startsWith(url) || request.url().startsWith('data:');
    if (!isOwn) trouble.push(`asked ${request.url()}`);
  });
  await page.goto(url);
  await page
    .getByRole('switch')
    .nth(FAULT_NAMES.length - 1)
    .waitFor();
  return { page, trouble, context };
}

async function violations(page: Page): Promise<string[]> {
  const results = (await page.evaluate(`${AXE}; axe.run()`)) as AxeResults;
  return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

describe('the panel’s page', () => {
  it.each([
    [1440, 'light', 'sk'],
    [390, 'dark', 'gb'],
  ] as const)('at %i px, %s, %s: no horizontal overflow, no axe violation', async (width, scheme, locale) => {
    const { page, trouble, context } = await open(width, scheme);
    await page.getByLabel('Jazyk').selectOption(locale);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    expect(await violations(page)).toEqual([]);
    expect(trouble).toEqual([]);
    await context.close();
  });

  it('keyboard only: select a board, change a number, switch a fault on and off', async () => {
    const { page, context } = await open(390);
    await page.getByRole('button', { name: /MNB-DE0002/ }).focus();
    await page.keyboard.press('Enter');
    await page.locator('button[aria-current]', { hasText: 'MNB-DE0002' }).waitFor();
    const row = page.locator('.fault', { hasText: panelTexts.sk.faults.leak.name });
    await row.getByRole('spinbutton').focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('2.5');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Space');
    await expect.poll(() => switches[1]?.active).toEqual({ leak: { flow_lpm: 2.5 } });
    await page.getByText('zapnuté poruchy: 1').waitFor();
    await page.keyboard.press('Space');
    await expect.poll(() => switches[1]?.active).toEqual({});
    expect(switches[0]?.active).toEqual({});
    await context.close();
  });

  it('a number outside its bounds shows an error and is not sent; the switch returns', async () => {
    const { page, context } = await open(1440);
    const row = page.locator('.fault', { hasText: panelTexts.sk.faults.worn_impeller.name });
    await row.getByRole('spinbutton').fill('20');
    await row.getByRole('switch').click();
    await page.getByText('číslo musí byť od 50 do 100').waitFor();
    expect(await row.getByRole('switch').isChecked()).toBe(false);
    expect(switches[0]?.active).toEqual({});
    await context.close();
  });

  it("shows the board's readings beside the true values", async () => {
    const { page, context } = await open(1440);
    switches[0]?.on('sensor_break');
    const reads = page.getByRole('region', { name: 'Čo doska číta' });
    await reads.getByText('0 bar', { exact: true }).waitFor();
    await page
      .getByRole('region', { name: 'Čo je pravda' })
      .getByText(/[1-9],\d+ bar/)
      .waitFor();
    switches[0]?.on('fc_link_loss');
    await reads.getByText('menič neodpovedá').waitFor();
    switches[0]?.off('fc_link_loss');
    switches[0]?.off('sensor_break');
    await context.close();
  });

  it('R5.9 the keypad shows the fault, and STOP/RST resets it when its cause is gone', async () => {
    const { page, context } = await open(390);
    switches[0]?.on('under_voltage');
    const keypad = page.getByRole('region', { name: 'Klávesnica meniča' });
    await keypad.getByText('UV', { exact: true }).waitFor();
    switches[0]?.off('under_voltage');
    await expect
      .poll(async () => {
        await keypad.getByRole('button', { name: 'STOP/RST' }).click();
        return keypad.getByRole('status').textContent();
      })
      .toBe('0.00');
    await context.close();
  });

  it('the default language is Slovak, and the choice survives a reload', async () => {
    const { page, context } = await open(1440);
    await page.getByRole('heading', { name: 'Poruchy' }).waitFor();
    await page.getByLabel('Jazyk').selectOption('gb');
    await page.reload();
    await page.getByRole('heading', { name: 'Faults' }).waitFor();
    expect(await page.getAttribute('html', 'lang')).toBe('en');
    await context.close();
  });
});
