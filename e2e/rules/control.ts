import { expect, it } from 'vitest';
import { runningAnimations, showMotion } from '../motion.ts';
import { controlsCard, motorCard, openMotor } from '../pump-page.ts';
import type { ScriptedBoard } from '../scripted-board.ts';
import { stopClock } from '../stopped-clock.ts';
import { texts } from '../texts.ts';
import { world } from './world.ts';

const { activity, control, pump, pressure } = texts.sk;
const SPINNER_MS = 5000;

const open = ({ deviceId }: ScriptedBoard, locale: 'sk' | 'gb' = 'sk') =>
  world.open(`/admin/overview?device=${deviceId}`, { locale });

it.each([
  ['R5.1', 'switch', pump.title, { op: 'start_stop', val: false }, { on_off_state_r: 3, frequency_fc: 0 }],
  ['R5.2', 'lock', pump.lock, { op: 'set_lock', val: false }, { modbus: 0 }],
] as const)(
  '%s R5.6 the spinner of the %s clears 5 s after the click; an error is silent and reverts nothing',
  async (_rule, _which, name, command, reported) => {
    const board = world.boards.switched;
    await board.publishValues({ on_off_state_r: 1, modbus: 2, frequency_fc: 0 });
    const page = await open(board);
    await showMotion(page);
    const list = page.getByRole('region', { name: activity.title });
    await list.waitFor();
    const card = name === pump.lock ? motorCard(await openMotor(page)) : controlsCard(page);
    const toggle = card.getByRole('switch', { name });
    // The gear of a waiting pump does not move: only the spinners do.
    const spinners = () => runningAnimations(card);
    await expect.poll(() => toggle.isEnabled()).toBe(true);
    await stopClock(page);
    expect(await spinners()).toBe(0);
    await toggle.click();
    const cmd = await board.nextCommand();
    expect(cmd).toMatchObject(command);
    await card.getByText(control.sending).waitFor();

    const refused = page.waitForResponse((response) => response.request().method() === 'POST');
    await board.ack(cmd, { st: 'rejected', err: 'busy' });
    expect((await refused).status()).toBe(409);
    await page.clock.runFor(SPINNER_MS - 1);
    expect(await spinners()).toBe(1);
    expect(await toggle.isDisabled()).toBe(true);
    await page.clock.runFor(1);
    await expect.poll(spinners).toBe(0);
    // The clock of the page is stopped: only an answer of the server changes the switch now.
    await expect.poll(() => toggle.isEnabled()).toBe(true);
    expect(await toggle.isChecked()).toBe(true);

    await board.publishValues(reported);
    await page.clock.resume();
    await expect.poll(() => toggle.isChecked()).toBe(false);
    // Closes the motor: a dialog hides the page.
    await page.keyboard.press('Escape');
    await list.getByRole('listitem').first().getByText(activity.status.rejected).first().waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.context().close();
  },
);

it('R5.1 R5.2 R5.3 switch, lock and gear show the state of the converter, and unknown is not Off', async () => {
  const board = world.boards.switched;
  const page = await open(board);
  await showMotion(page);
  const card = motorCard(await openMotor(page));
  /** Reads without waiting; the caller polls. */
  const positionOf = async (name: string) => {
    const named = { name };
    const found = card.getByRole('switch', named).or(card.getByRole('checkbox', named));
    const [position] = await found.evaluateAll((inputs) =>
      inputs.map((input) => {
        const { checked, ariaDisabled, indeterminate } = input as HTMLInputElement;
        return indeterminate && ariaDisabled === 'true' ? 'unknown' : checked ? 'on' : 'off';
      }),
    );
    return position;
  };
  const STATES = /^(Beží|Čaká|Zastavené|Porucha|Bez napätia|Neznámy stav)$/;
  const shownState = async () => ({
    state: (await card.getByText(STATES).allTextContents()).join(),
    tone: await card.getAttribute('data-tone'),
    turns: await runningAnimations(card, 'rotate'),
    pump: await positionOf(pump.title),
    lock: await positionOf(pump.lock),
  });
  for (const [on_off_state_r, frequency_fc, modbus, expected] of [
    [1, 42, 2, { state: 'Beží', tone: 'run', turns: 1, pump: 'on', lock: 'on' }],
    [2, 42, 2, { state: 'Beží', tone: 'run', turns: 1, pump: 'on', lock: 'on' }],
    [1, 0, 2, { state: 'Čaká', tone: 'wait', turns: 0, pump: 'on', lock: 'on' }],
    [3, 0, 0, { state: 'Zastavené', tone: 'stop', turns: 0, pump: 'off', lock: 'off' }],
    [4, 0, 2, { state: 'Porucha', tone: 'stop', turns: 0, pump: 'on', lock: 'on' }],
    [5, 0, 2, { state: 'Bez napätia', tone: 'off', turns: 0, pump: 'unknown', lock: 'on' }],
    [9, 0, 1, { state: 'Neznámy stav', tone: 'off', turns: 0, pump: 'unknown', lock: 'unknown' }],
  ] as const) {
    await board.publishValues({ on_off_state_r, frequency_fc, modbus });
    await expect.poll(shownState).toEqual(expected);
  }
  await page.context().close();
});

it('R5.4 a change to local pressure control on a GD10 is sent, disables the buttons for 5 s, and then a pressure is refused', async () => {
  const board = world.boards.local;
  const page = await open(board);
  const motor = await openMotor(page);
  const choice = motor.getByRole('group', { name: pressure.control });
  const local = choice.getByRole('radio', { name: texts.sk.device.control.local });
  const remote = choice.getByRole('radio', { name: texts.sk.device.control.remote });
  await expect.poll(() => local.isEnabled()).toBe(true);
  expect(await remote.isChecked()).toBe(true);
  await stopClock(page);
  await choice.getByText(texts.sk.device.control.local, { exact: true }).click();
  const cmd = await board.nextCommand();
  expect(cmd).toMatchObject({ op: 'pressure_control', val: true });
  await board.done(cmd);
  await page.clock.runFor(SPINNER_MS - 1);
  expect(await local.isDisabled()).toBe(true);
  await page.clock.runFor(1);
  await expect.poll(() => local.isEnabled()).toBe(true);

  await board.publishValues({ pressure_control: 1 });
  await page.clock.resume();
  await expect.poll(() => local.isChecked()).toBe(true);
  await page.keyboard.press('Escape');
  await controlsCard(page).getByText(pressure.localPressure).waitFor();
  expect(await controlsCard(page).getByRole('spinbutton').isDisabled()).toBe(true);
  const refused = await page.request.post(`/api/mqtt/${board.deviceId}/write`, {
    data: { what: 'Required pressure', value: 4 },
    headers: { origin: world.url },
  });
  expect(refused.status()).toBe(409);
  expect(await refused.json()).toMatchObject({ detail: 'LOCAL_CONTROL' });
  await page.context().close();
});

it('R5.5 pressure steps are clamped, a decimal comma is accepted, and values outside the bounds are never sent', async () => {
  const board = world.boards.set;
  await board.publishValues({ required_pressure: 5.3 });
  const page = await open(board);
  const card = controlsCard(page);
  const field = card.getByRole('spinbutton');
  const step = (name: string) => card.getByRole('button', { name, exact: true });
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/write')) sent.push(request.postDataJSON());
  });
  await card.getByText('max. 5,5 bar, min. 3,0 bar').waitFor();
  await expect.poll(() => field.inputValue()).toBe('5,3');
  // A step is sent by itself after two seconds.
  await stopClock(page);
  for (const expected of ['5,4', '5,5']) {
    await step(pressure.more).click();
    expect(await field.inputValue()).toBe(expected);
  }
  expect(await step(pressure.more).isDisabled()).toBe(true);
  await field.press('ArrowUp');
  expect(await field.inputValue()).toBe('5,5');

  for (const outside of ['5,6', '2,9', '55', '0', '-4', 'veľa']) {
    await field.fill(outside);
    expect(await step(pressure.set).isDisabled()).toBe(true);
    await field.press('Enter');
  }
  await field.fill('3,05');
  await field.press('ArrowDown');
  await field.press('ArrowDown');
  expect(await field.inputValue()).toBe('3,0');
  expect(await step(pressure.less).isDisabled()).toBe(true);
  expect(sent).toEqual([]);

  await field.fill('4,7');
  await field.press('Enter');
  const cmd = await board.nextCommand();
  expect(cmd).toMatchObject({ op: 'write', what: 'Required pressure', val: 4.7 });
  expect(sent).toMatchObject([{ what: 'Required pressure', value: 4.7 }]);
  await page.clock.resume();
  await board.done(cmd);
  await page.getByRole('alert').getByText(pressure.sent, { exact: true }).waitFor();
  await page.context().close();
});

it('R5.5 R5.6 mode 10: a tenth on the wire, bar on the page; 200 and other statuses show their toasts', async () => {
  const board = world.boards.tenths;
  await board.configure({ pressure: { normalizer: 10 } }, world.technician, world.url);
  await board.publishValues({ required_pressure: 0.79 });
  const page = await open(board, 'gb');
  const t = texts.gb.pressure;
  const card = controlsCard(page, texts.gb);
  const field = card.getByRole('spinbutton');
  await card.getByText('max 20.0 bar, min 3.0 bar').waitFor();
  await expect.poll(() => field.inputValue()).toBe('7.9');
  await card.getByRole('button', { name: t.more }).click();
  await page.clock.fastForward(2000);
  const cmd = await board.nextCommand();
  expect(cmd).toMatchObject({ op: 'write', val: 0.8 });
  await board.done(cmd);
  await page.getByRole('alert').getByText(t.sent, { exact: true }).waitFor();
  await board.publishValues({ required_pressure: 0.8 });

  await page.clock.fastForward(SPINNER_MS);
  await field.fill('19.9');
  await field.press('Enter');
  const next = await board.nextCommand();
  expect(next).toMatchObject({ op: 'write', val: 1.99 });
  await board.ack(next, { st: 'failed', err: 'fc_offline' });
  await page.getByText(t.notConfirmed).first().waitFor();
  await page.context().close();
});
