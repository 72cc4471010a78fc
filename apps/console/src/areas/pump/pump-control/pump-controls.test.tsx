import { expect, it, vi } from 'vitest';
import { announceWriteHeaders } from '../../../device/commands/write-headers.ts';
import { FakeEventSource, type Handler } from '../../../testing/fake-server.ts';
import { freezeTime, ID, measured, pass } from '../../../testing/live-page.tsx';
import { page } from '../../../testing/page.tsx';
import {
  lockSwitch,
  pumpHint,
  pumpSwitch,
  START_STOP,
  showJustOff,
  showPumpControls,
} from '../../../testing/pump-controls.tsx';

freezeTime();

const refused: Handler = () => ({ status: 409, json: { detail: 'REJECTED' } });
const spinner = () => document.querySelector('[data-spinner]');

it.each([
  [1, true],
  [2, true],
  [3, false],
  [4, true],
])('R5.1 on_off_state_r %s: the switch is on: %s', async (on_off_state_r, isOn) => {
  await showPumpControls({ on_off_state_r });
  expect(pumpSwitch().checked).toBe(isOn);
  expect(page.isDisabled(pumpSwitch())).toBe(false);
  expect(page.text()).toContain(isOn ? 'Zapnuté' : 'Vypnuté');
});

it.each([[null], [0], [5], [6], [65535]])(
  'R5.1 on_off_state_r %s: the switch position is unknown, never Off',
  async (on_off_state_r) => {
    await showPumpControls({ on_off_state_r });
    expect(page.all('switch', `Čerpadlo ${ID}`)).toEqual([]);
    const control = page.get('checkbox', `Čerpadlo ${ID}`) as HTMLInputElement;
    expect(control.indeterminate).toBe(true);
    expect(page.isDisabled(control)).toBe(true);
    expect(page.text()).toContain('Neznáme');
    expect(page.text()).not.toContain('Vypnuté');
  },
);

it('R5.1 a toggle sends the command, and the switch keeps the reported position', async () => {
  const { server } = await showPumpControls({ on_off_state_r: 1 });
  await page.click(pumpSwitch());
  expect(server.requestsTo(START_STOP)).toMatchObject([
    { method: 'POST', body: { what: 'start-stop', value: false } },
  ]);
  expect(pumpSwitch().checked).toBe(true);
  expect(pumpHint()).toBe('Odosiela sa… Požadované: Vypnuté');
});

it('R5.1 the spinner shows while sending and clears 5 s later', async () => {
  await showPumpControls({ on_off_state_r: 1 });
  await page.click(pumpSwitch());
  expect(spinner()).not.toBeNull();
  expect(page.isDisabled(pumpSwitch())).toBe(true);
  await pass(4990);
  expect(spinner()).not.toBeNull();
  await pass(10);
  expect(spinner()).toBeNull();
  expect(page.isDisabled(pumpSwitch())).toBe(false);
  expect(pumpHint()).toBe('Požadované: Vypnuté · nahlásené: Zapnuté');
});

it('R5.1 while a command is sent, the switch ignores a second click and keeps the focus', async () => {
  const { server } = await showPumpControls({ on_off_state_r: 1 });
  pumpSwitch().focus();
  await page.click(pumpSwitch());
  await page.click(pumpSwitch());
  expect(server.requestsTo(START_STOP)).toHaveLength(1);
  expect(document.activeElement).toBe(pumpSwitch());
  expect(pumpSwitch().disabled).toBe(false);
});

it('R5.1 a frame with the requested position confirms the command and ends the wait', async () => {
  const { receiveFrame } = await showPumpControls({ on_off_state_r: 1 });
  await page.click(pumpSwitch());
  await receiveFrame(measured({ on_off_state_r: 3, frequency_fc: 0 }, {}, -1));
  expect(pumpSwitch().checked).toBe(false);
  expect(pumpHint()).toBe('Zariadenie to potvrdilo');
  await pass(5000);
  expect(pumpHint()).toBe('');
});

it('R5.6 a rejected command shows no error and keeps the switch position', async () => {
  const onError = vi.spyOn(console, 'error');
  await showJustOff(refused);
  await page.click(pumpSwitch());
  expect(pumpHint()).toBe('Odosiela sa…');
  await pass(5000);
  expect(pumpHint()).toBe('');
  expect(page.all('alert')).toEqual([]);
  expect(pumpSwitch().checked).toBe(false);
  expect(onError).not.toHaveBeenCalled();
});

it('R5.6 a command outcome from the stream ends the wait without a message', async () => {
  const { receiveCommand } = await showJustOff();
  await page.click(pumpSwitch());
  await pass(5000);
  await receiveCommand({ status: 'accepted', finished_at: null });
  expect(pumpHint()).toBe('Požadované: Zapnuté · nahlásené: Vypnuté');
  await receiveCommand({ status: 'timeout' });
  expect(pumpHint()).toBe('');
});

it('R5.6 the wait for a command without an answer ends after 15 s', async () => {
  await showJustOff();
  await page.click(pumpSwitch());
  await pass(15_000);
  expect(pumpHint()).toBe('');
});

it('R2.8 leaving the page does not abort the command', async () => {
  const { server, leave } = await showPumpControls({ on_off_state_r: 1 });
  await page.click(pumpSwitch());
  await leave();
  await pass(10_000);
  expect(server.requestsTo(START_STOP)[0]?.signal?.aborted).not.toBe(true);
});

it.each([
  [0, false, 'Nie'],
  [2, true, 'Áno'],
])('R5.2 modbus %s: locked is %s', async (modbus, isLocked, label) => {
  await showPumpControls({ modbus });
  expect(lockSwitch().checked).toBe(isLocked);
  expect(page.text()).toContain(label);
});

it.each([[null], [1], [3]])(
  'R5.2 modbus %s: the lock position is unknown and cannot be toggled',
  async (modbus) => {
    await showPumpControls({ modbus });
    const control = page.get('checkbox', `Ovládate odtiaľto ${ID}`) as HTMLInputElement;
    expect(control.indeterminate).toBe(true);
    expect(page.isDisabled(control)).toBe(true);
    await page.click(control);
    expect(control.indeterminate).toBe(true);
  },
);

it('R5.2 the lock shows a spinner for 5 s, and its failure shows no error', async () => {
  await showPumpControls({ modbus: 2 }, refused);
  await page.click(lockSwitch());
  expect(spinner()).not.toBeNull();
  expect(page.isDisabled(lockSwitch())).toBe(true);
  await pass(4990);
  expect(spinner()).not.toBeNull();
  await pass(10);
  expect(spinner()).toBeNull();
  expect(lockSwitch().checked).toBe(true);
  expect(page.isDisabled(lockSwitch())).toBe(false);
  expect(page.all('alert')).toEqual([]);
});

it('a retry after a network error reuses the idempotency key, and another click has a new one', async () => {
  announceWriteHeaders(['idempotency-key']);
  let answers = 0;
  const { server } = await showPumpControls({ on_off_state_r: 1 }, () =>
    answers++ === 0 ? 'network error' : new Promise<never>(() => {}),
  );
  await page.click(pumpSwitch());
  await pass(5000);
  await page.click(pumpSwitch());
  await pass(0);
  const keys = server.requestsTo(START_STOP).map(({ headers }) => headers.get('idempotency-key'));
  expect(keys).toHaveLength(3);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

it('a pending command of another session is shown until it ends', async () => {
  const { receiveCommand } = await showPumpControls({ on_off_state_r: 1 });
  const running = { value: false, finished_at: null };
  await receiveCommand({ ...running, status: 'published' });
  expect(pumpHint()).toBe('Požadované: Vypnuté · nahlásené: Zapnuté');
  expect(spinner()).toBeNull();
  await receiveCommand({ ...running, status: 'rejected' });
  expect(pumpHint()).toBe('');
});

it('a command without a reported outcome disappears after 15 s', async () => {
  const { receiveCommand } = await showPumpControls({ on_off_state_r: 3 });
  await receiveCommand({ status: 'published', finished_at: null });
  expect(pumpHint()).toBe('Požadované: Zapnuté · nahlásené: Vypnuté');
  await pass(15_000);
  expect(pumpHint()).toBe('');
});

it('a snapshot without the pending command ends it', async () => {
  const { receiveCommand } = await showPumpControls({ on_off_state_r: 3 });
  await receiveCommand({ status: 'published', finished_at: null });
  FakeEventSource.current.emit('snapshot', { now: 1_800_000_000, last_data: [], online: [ID], commands: [] });
  await pass(20);
  expect(pumpHint()).toBe('');
});

it('R4.4 a stale switch position shows its age', async () => {
  const { receiveOnline } = await showPumpControls({ on_off_state_r: 1 });
  expect(page.text()).not.toContain('naposledy');
  await receiveOnline(false);
  await pass(120_000);
  expect(page.text()).toContain('Zapnuténaposledy pred 2 min');
  expect(page.text()).toContain('Ánonaposledy pred 2 min');
});
