import { expect, it } from 'vitest';
import { gd10World } from '../../../test/gd10-world.ts';
import { createFaultSwitches } from '../../faults/fault-switches.ts';
import { RunChannel } from '../drive.ts';

it('RUN and STOP work under keypad control (P00.01 = 0); the display shows the frequency', async () => {
  const { gd10, clock } = gd10World({}, RunChannel.keypad);
  expect(gd10.keypad.view()).toEqual({
    display: '0.00',
    is_running: false,
    is_fault: false,
    is_in_charge: true,
  });
  gd10.keypad.press('run');
  await clock.advance(3_000);
  const { display, is_running } = gd10.keypad.view();
  expect(is_running).toBe(true);
  expect(Number(display)).toBeGreaterThan(0);
  gd10.keypad.press('stop_rst');
  expect(gd10.read(0x2100, 1)).toEqual([3]);
});

it('RUN and STOP do nothing under remote control', async () => {
  const { gd10 } = gd10World();
  gd10.keypad.press('run');
  expect(gd10.read(0x2100, 1)).toEqual([3]);
  gd10.write(0x2000, 1);
  gd10.keypad.press('stop_rst');
  expect(gd10.read(0x2100, 1)).toEqual([1]);
  expect(gd10.keypad.view().is_in_charge).toBe(false);
});

it('R5.9 RST resets a fault whose cause is gone and starts nothing; the display shows the fault name', async () => {
  const faults = createFaultSwitches();
  const { gd10, clock } = gd10World({ isOn: true, faults: faults.active });
  faults.on('under_voltage');
  await clock.advance(1_000);
  expect(gd10.keypad.view()).toMatchObject({ display: 'UV', is_fault: true });
  gd10.keypad.press('stop_rst');
  expect(gd10.keypad.view()).toMatchObject({ display: 'UV', is_fault: true });
  faults.off('under_voltage');
  await clock.advance(1_000);
  gd10.keypad.press('stop_rst');
  expect(gd10.keypad.view()).toMatchObject({ display: '0.00', is_fault: false, is_running: false });
});

it('without bus power the display shows PoFF, without control power nothing', async () => {
  const faults = createFaultSwitches();
  const { gd10, clock } = gd10World({ faults: faults.active });
  faults.on('under_voltage');
  await clock.advance(1_000);
  expect(gd10.keypad.view().display).toBe('PoFF');
  faults.on('under_voltage', { mains_v: 0 });
  await clock.advance(1_000);
  expect(gd10.keypad.view().display).toBe('');
});
