import { LOCALES, locales } from '@manoboard/contract/locales';
import { aReading } from '@manoboard/testkit/factories';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openMotor, whatToDo } from '../pump-page.ts';
import { fcIdOf } from '../scripted-board.ts';
import { texts } from '../texts.ts';
import { world } from './world.ts';

const { common, config, device, diagnostics, firmware, water } = texts.sk;
const DEMO_RELEASE = 'demo-1.5.0';
const overviewOf = (deviceId: string, tool = '') =>
  `/admin/overview?device=${deviceId}${tool && `&tool=${tool}`}`;

/** Every name with its adjacent value. */
const valuesOn = async (page: Page) =>
  Object.fromEntries(
    await page
      .getByRole('term')
      .evaluateAll((terms) =>
        terms.map((term) => [
          term.textContent ?? '',
          (term.nextElementSibling?.textContent ?? '').replace(/\s/g, ' '),
        ]),
      ),
  ) as Record<string, string>;
const expectValues = (page: Page, expected: Record<string, string>) =>
  expect
    .poll(async () => {
      const shown = await valuesOn(page);
      return Object.fromEntries(
        Object.entries(expected).map(([name, text]) => [
          name,
          shown[name]?.includes(text) ? text : shown[name],
        ]),
      );
    })
    .toEqual(expected);

it.each(LOCALES)(
  'R4.6 the overview has every value with its unit, the device’s identity, and its control mode: %s',
  async (locale) => {
    const board = world.boards.shown;
    await board.publishValues(aReading());
    const page = await world.open(overviewOf(board.deviceId), { locale });
    const { field, controlMode, firmware: version } = texts[locale].device;
    const number = (text: string) => text.replace('.', locales[locale].decimal);
    await expectValues(page, {
      [field.temperature_mnb]: number('33.0 °C'),
      [field.temperature_fc]: number('41.0 °C'),
      [field.pressure]: number('3.90 bar'),
      [field.required_pressure]: number('4.0 bar'),
      [field.frequency_fc]: number('42.5 Hz'),
      [field.motor_current]: number('3.20 A'),
      [field.electro_meter]: number('120.5 kWh'),
      [field.motor_operating_hours]: '810 h',
      [field.on_off_state_r]: texts[locale].pump.state.running,
      [field.modbus]: controlMode.remote,
    });
    await page.getByRole('heading', { name: board.deviceId, level: 1 }).waitFor();
    await page.getByText(version.replace('{version}', '1.4.2')).waitFor();
    const motor = await openMotor(page, texts[locale]);
    const card = motor.getByRole('region', { name: texts[locale].fcState.title, exact: true });
    await card.getByText('GD10').waitFor();
    await card.getByText(controlMode.remote, { exact: true }).waitFor();
    await board.publishValues({ modbus: 0 });
    await card.getByText(controlMode.local, { exact: true }).waitFor();
    await page.context().close();
  },
);

it('R4.4 a device missing from the online list is offline: what to do, and its last values', async () => {
  const board = world.boards.shown;
  const page = await world.open(overviewOf(board.deviceId), {
    before: (fresh) => fresh.route('**/actual-data/stream**', (route) => route.abort()),
  });
  await page.getByText(device.connection.connected, { exact: true }).waitFor();
  await page.route('**/online-devices', (route) => route.fulfill({ json: [] }));
  await page.clock.fastForward(6000);
  await whatToDo(page).getByText(water.do.offline).waitFor();
  await page.getByRole('heading', { name: device.lastKnownValues }).waitFor();
  await expectValues(page, { [device.field.pressure]: '3,90 bar' });
  await page.context().close();
});

it('R4.11 R4.12 R4.9 basic diagnostics, inverter info and configuration show their values, and an input span of zero is N/A', async () => {
  const board = world.boards.shown;
  await board.publishValues({ analog_input_2: 5 });
  const page = await world.open(overviewOf(board.deviceId, 'values'), { who: 'technician' });
  await page.getByRole('region', { name: diagnostics.values }).getByText(diagnostics.fcOk).waitFor();
  await expectValues(page, {
    [device.field.bus_voltage]: '325,0 V',
    [diagnostics.fault]: diagnostics.noFault,
  });

  await page.goto(overviewOf(board.deviceId, 'inverter'));
  const inverter = page.getByRole('region', { name: diagnostics.inverter });
  await inverter.getByText(fcIdOf(board.deviceId)).waitFor();
  await expectValues(page, {
    [device.field.motor_rpm]: '2 450',
    [device.field.motor_power]: '0,90 kW',
    [device.field.electro_meter]: '120,5 kWh',
    [device.field.motor_current]: '3,20 A',
    [device.field.required_pressure]: '4,0 bar',
    [device.field.motor_operating_hours]: '810 h',
  });
  await page
    .getByRole('region', { name: diagnostics.inputs })
    .getByText(diagnostics.inputNone)
    .first()
    .waitFor();

  await page.goto(overviewOf(board.deviceId, 'config'));
  for (const name of [config.main, config.fc, config.board, config.pump])
    await page.getByRole('region', { name, exact: true }).waitFor();
  const input = page.getByRole('region', { name: config.input.replace('{n}', '2') });
  const preview = input.getByRole('status', { name: config.preview });
  const { minRefVoltage, maxRefVoltage, min, max } = config.field.input;
  for (const [field, value] of [
    [min, '0'],
    [max, '6'],
    [minRefVoltage, '0'],
    [maxRefVoltage, '10'],
  ] as const)
    await input.getByLabel(field).fill(value);
  await preview.getByText('5 V = 3').waitFor();
  await input.getByLabel(maxRefVoltage).fill('0');
  await preview.getByText(common.notAvailable).waitFor();
  await page.context().close();
});

it('R4.2 a failed update and a changelog that does not load show separate errors and link to support', async () => {
  const board = world.boards.shown;
  // A pump running under keypad control cannot be updated.
  await board.publishValues({ modbus: 2 });
  let isLost = true;
  const page = await world.open(overviewOf(board.deviceId, 'update'), {
    before: (fresh) =>
      fresh.route('**/changelog*', (route) =>
        isLost ? route.fulfill({ status: 500, json: {} }) : route.continue(),
      ),
  });
  const dialog = page.getByRole('dialog');
  await dialog.getByText(firmware.changelogFailed).waitFor();
  isLost = false;
  await dialog.getByRole('button', { name: common.retry }).click();
  await dialog.getByText(firmware.changelogFailed).waitFor({ state: 'detached' });

  await dialog.getByRole('button', { name: firmware.start.replace('{version}', '') }).click();
  await dialog.getByRole('progressbar').waitFor();
  const state = { v: 1, id: DEMO_RELEASE, n: 0, of: 9, version: '1.4.2', ts: 0 } as const;
  await board.publish('ota/state', { ...state, st: 'DOWNLOADING' });
  await board.publish('ota/state', { ...state, st: 'FAILED', err: 'bad_hash' });
  const { error, status, support } = firmware;
  await dialog.getByText(`${status.FAILED} ${error.bad_hash} ${support}`).waitFor();
  await page.context().close();
});
