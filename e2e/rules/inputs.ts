import type { AnalogInputConfig, DeviceConfig } from '@manoboard/contract/device/device-config';
import { LOCALES } from '@manoboard/contract/locales';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { stopClock } from '../stopped-clock.ts';
import { texts } from '../texts.ts';
import { world } from './world.ts';

const { analog, device } = texts.sk;
const panel = (page: Page) => page.getByRole('region', { name: analog.title });
const names = (page: Page) =>
  panel(page)
    .getByRole('meter')
    .evaluateAll((bars) => bars.map((bar) => bar.getAttribute('aria-label')));

const level = {
  enabled: 1,
  normalizer: 1,
  unit: 'm',
  alias: 'Hladina v studni',
  min: 0,
  max: 6,
  minRefVoltage: 0,
  maxRefVoltage: 10,
} satisfies AnalogInputConfig;
const { alias: _, ...unnamed } = level;
const without = (key: keyof AnalogInputConfig): AnalogInputConfig => {
  const { [key]: _left, ...rest } = level as AnalogInputConfig;
  return { enabled: 1, ...rest };
};
const configure = (config: DeviceConfig) =>
  world.boards.inputs.configure(config, world.technician, world.url);
const overview = () => `/admin/overview?device=${world.boards.inputs.deviceId}`;

it('R4.8 an input is shown when all its fields are present: alias or default name, bar, value, unit, and a divider above input 3', async () => {
  const board = world.boards.inputs;
  await board.publishValues({ analog_input_2: 5, analog_input_3: 2 });
  await configure({ AnalogInput2: level, AnalogInput3: unnamed });
  const page = await world.open(`/admin/dashboard?device=${board.deviceId}`);
  const both = ['Hladina v studni', device.field.analog_input_3];
  await expect.poll(() => names(page)).toEqual(both);
  const bar = panel(page).getByRole('meter', { name: 'Hladina v studni' });
  expect(await bar.getAttribute('aria-valuetext')).toBe('3,00 m');
  expect(Number(await bar.getAttribute('aria-valuenow'))).toBe(0.5);

  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const [second, third] = await panel(page)
      .getByRole('meter')
      .evaluateAll((bars) =>
        bars.map((meter) => {
          const box = meter.closest('[data-field]');
          const { top, left } = meter.getBoundingClientRect();
          return { top, left, divider: box ? Number.parseFloat(getComputedStyle(box).borderTopWidth) : 0 };
        }),
      );
    expect(third?.top).toBeGreaterThan(second?.top ?? Number.NaN);
    expect([second?.divider, third?.divider]).toEqual([0, 1]);
  }

  for (const hidden of [
    { enabled: 0 } as const,
    ...(['normalizer', 'min', 'max', 'minRefVoltage', 'maxRefVoltage'] as const).map(without),
  ]) {
    await configure({ AnalogInput2: hidden, AnalogInput3: unnamed });
    await expect.poll(() => names(page)).toEqual([device.field.analog_input_3]);
    await configure({ AnalogInput2: level, AnalogInput3: hidden });
    await expect.poll(() => names(page)).toEqual(['Hladina v studni']);
  }
  await configure({});
  await panel(page).waitFor({ state: 'detached' });
  await page.context().close();
});

it('R4.9 a value never measured is N/A, in both languages', async () => {
  const board = world.boards.unmeasured;
  await board.configure({ AnalogInput2: level }, world.technician, world.url);
  await Promise.all(
    LOCALES.map(async (locale) => {
      const page = await world.open(`/admin/overview?device=${board.deviceId}`, { locale });
      const { analog, common } = texts[locale];
      const inputs = page.getByRole('region', { name: analog.title });
      await inputs.getByText(common.notAvailable, { exact: true }).waitFor();
      await page.context().close();
    }),
  );
});

it('R6.1 inputs are polled every 2 s and scaled every 5 s', async () => {
  const board = world.boards.inputs;
  await board.publishValues({ analog_input_2: 5 });
  await configure({ AnalogInput2: level });
  const held = Promise.withResolvers<void>();
  const page = await world.open(overview(), {
    before: (fresh) =>
      fresh.route('**/config', async (route) => {
        await held.promise;
        await route.continue();
      }),
  });
  const tile = page.getByRole('listitem').filter({ hasText: device.field.analog_input_2 });
  await tile.getByText('5,00').waitFor();
  await stopClock(page);
  held.resolve();
  const value = panel(page).getByText(/^\d,\d\d m$/);
  await expect
    .poll(async () => {
      await page.clock.runFor(1);
      return value.count();
    })
    .toBe(1);
  const shownAt = await page.evaluate(() => Date.now());
  const until = async (ms: number) =>
    page.clock.runFor(shownAt + ms - (await page.evaluate(() => Date.now())));
  /** The frame has reached the page: the adjacent tile shows every frame at once. */
  const publishAndWait = async (volts: number, text: string) => {
    await board.publishValues({ analog_input_2: volts });
    // A long interval, since a frame may take long on a busy machine.
    const longInterval = { interval: 200 };
    await expect
      .poll(async () => {
        await page.clock.runFor(20);
        return tile.textContent();
      }, longInterval)
      .toContain(text);
  };
  await publishAndWait(6, '6,00');
  await until(4990);
  expect(await value.textContent()).toBe('3,00 m');
  await until(5010);
  await expect.poll(() => value.textContent()).toBe('3,60 m');
  await until(14_100);
  await publishAndWait(7, '7,00');
  await until(15_010);
  expect(await value.textContent()).toBe('3,60 m');
  await until(20_010);
  await expect.poll(() => value.textContent()).toBe('4,20 m');
  await page.context().close();
});
