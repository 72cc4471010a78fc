import { describe, expect, it } from 'vitest';
import { freezeTime, measured, pass } from '../../../testing/live-page.tsx';
import { page } from '../../../testing/page.tsx';
import { CONTROL, field, showPressureRow } from '../../../testing/pressure-row.tsx';

freezeTime();

const radio = (name: string) => {
  const label = [...document.querySelectorAll('label')].find((element) => page.textOf(element) === name);
  return label?.querySelector('input') as HTMLInputElement;
};

describe('R5.4 pressure control of a GD10', () => {
  it.each([
    [0, 'Konzola'],
    [1, 'Menič'],
    [3, 'Menič'],
  ])('%s is %s', async (pressure_control, mode) => {
    await showPressureRow({ pressure_control });
    expect(radio(mode).checked).toBe(true);
  });

  it('never reported is neither mode and cannot be changed', async () => {
    await showPressureRow({ pressure_control: null });
    expect([radio('Konzola').checked, radio('Menič').checked]).toEqual([false, false]);
    expect(page.isDisabled(document.querySelector('fieldset'))).toBe(true);
  });

  it('sends a change and is disabled for 5 s', async () => {
    const { server } = await showPressureRow({ pressure_control: 0 });
    await page.click(radio('Menič'));
    expect(server.requestsTo(CONTROL)).toMatchObject([{ body: { what: 'pressure-control', value: true } }]);
    expect(radio('Konzola').checked).toBe(true);
    expect(page.isDisabled(document.querySelector('fieldset'))).toBe(true);
    await page.click(radio('Menič'));
    expect(server.requestsTo(CONTROL)).toHaveLength(1);
    await pass(4990);
    expect(page.isDisabled(document.querySelector('fieldset'))).toBe(true);
    await pass(10);
    expect(page.isDisabled(document.querySelector('fieldset'))).toBe(false);
  });

  it('set to local disables the pressure, and the card says why', async () => {
    await showPressureRow({ pressure_control: 2 });
    expect(page.isDisabled(field())).toBe(true);
    expect(page.text()).toContain('Požadovaný tlak riadi menič.');
  });

  it('is missing for other converters', async () => {
    await showPressureRow({}, { fcType: 'GD20' });
    expect(document.querySelector('fieldset')).toBeNull();
  });
});

it('R4.5 the pressure cannot be set while the converter does not answer, and the card says why', async () => {
  const { receiveFrame } = await showPressureRow({ required_pressure: 4 });
  await receiveFrame(measured({ required_pressure: 4 }, { fc: 0 }, -1));
  expect(page.isDisabled(page.get('button', 'Nastaviť'))).toBe(true);
  expect(page.text()).toContain('Menič neodpovedá, teraz sa nedá ovládať.');
});

it('R4.4 an offline device disables the pressure controls, and the last pressure shows its age', async () => {
  const { receiveOnline } = await showPressureRow({ pressure: 3.9 });
  await receiveOnline(false);
  expect(page.isDisabled(field())).toBe(true);
  expect(page.isDisabled(document.querySelector('fieldset'))).toBe(true);
  expect(page.text()).toContain('Zariadenie je offline, teraz sa nedá ovládať.');
  expect(page.text()).toContain('teraz sa nedá ovládať. · naposledy pred chvíľou');
});
