import type { Locator, Page } from 'playwright-core';
import { texts } from './texts.ts';

type Texts = (typeof texts)[keyof typeof texts];

/** The card that says whether there is water, with the state of the motor as its second line. */
export const waterCard = (page: Page) => page.locator('section[data-water]');

/** One switch and the required pressure. */
export const controlsCard = (page: Page, { water }: Texts = texts.sk) =>
  page.getByRole('region', { name: water.controls, exact: true });

export const pumpSwitch = (page: Page, words: Texts = texts.sk) =>
  controlsCard(page, words).getByRole('switch', { name: words.pump.title });

/** What to do, while something is wrong. */
export const whatToDo = (page: Page) =>
  page.getByRole('region', { name: texts.sk.water.do.title, exact: true });

/** The motor as the second line of the water names it. */
export const motorIs = (page: Page, state: keyof Texts['water']['motor'], { water }: Texts = texts.sk) =>
  waterCard(page).getByText(water.motor[state], { exact: true });

/** Opens what is behind the motor: its state, switch and lock, who sets the pressure, the converter. */
export async function openMotor(page: Page, { water }: Texts = texts.sk): Promise<Locator> {
  await waterCard(page).getByRole('button', { name: water.motorMore }).click();
  return page.getByRole('dialog', { name: water.sheet });
}
/** The state of the motor with its large gear, the switch and the lock, in the opened dialog. */
export const motorCard = (sheet: Locator) =>
  sheet.getByRole('region', { name: texts.sk.pump.title, exact: true });
