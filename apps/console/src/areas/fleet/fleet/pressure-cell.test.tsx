import { aLastData, someLastValues } from '@manoboard/testkit/factories';
import { act } from 'react';
import { expect, it } from 'vitest';
import { FakeEventSource, type Handler } from '../../../testing/fake-server.ts';
import {
  FARM,
  fleet,
  nowS,
  openList,
  PRESSURES,
  resetFleetBeforeEach,
  rows,
  WELL,
} from '../../../testing/fleet-list.tsx';
import { page } from '../../../testing/page.tsx';
import { eventually, setWidth } from '../../../testing/whole-app.tsx';

resetFleetBeforeEach();

const STEP_S = 1800;
/** Two hours with a gap in the third bucket, for every requested device. */
const pressures =
  (required: number | null): Handler =>
  ({ path }) => {
    const t = [3, 2, 1, 0].map((steps) => nowS() - steps * STEP_S);
    const values = [3, 6, null, 4.5];
    const ids = new URLSearchParams(path.split('?')[1]).getAll('device_id');
    const columns = { min: values, max: values, avg: values };
    return { json: { step_s: STEP_S, t, devices: ids.map((id_dev) => ({ id_dev, required, ...columns })) } };
  };
/** The paths of the sparkline of a row: the dotted level if there is one, area and line. */
const pathsOf = (row: number) =>
  [
    ...(document
      .querySelectorAll('tr[data-index]:not(:has(th[scope=rowgroup]))')
      [row]?.querySelectorAll('svg[data-size] path') ?? []),
  ].map((path) => path.getAttribute('d'));

it('R7.2 a row has the pressure of the last day on a fixed scale, with its gaps and the required value', async () => {
  const { server } = await openList('', { [PRESSURES]: pressures(3) });
  await eventually(() => expect(pathsOf(0)).toHaveLength(3));
  expect(pathsOf(0)[0]).toBe('M0.0 17.0L100.0 17.0');
  expect(pathsOf(0)[2]).toMatch(/^M0\.0 17\.0L33\.3 4\.0M/);
  expect(server.requestsTo(PRESSURES)).toHaveLength(1);
  expect(server.requestsTo(PRESSURES)[0]?.path.match(/device_id=/g)).toHaveLength(3);
});

it('a pump for more than 6 bar has a scale of 20 bar, and an unknown required value is not drawn', async () => {
  const { leave } = await openList('', { [PRESSURES]: pressures(8) });
  await eventually(() => expect(pathsOf(0)[0]).toBe('M0.0 19.6L100.0 19.6'));
  await leave();
  await openList('', { [PRESSURES]: pressures(null) });
  await eventually(() => expect(pathsOf(0)).toHaveLength(2));
});

it('R4.5 the number is live, a dash if never reported, and a dash for a broken sensor', async () => {
  fleet.devices = [{ ...WELL, reason: { kind: 'protection', code: 'SENSOR_BREAK' } }, FARM];
  await openList('', { [PRESSURES]: pressures(3) });
  await eventually(() => expect(rows()).toHaveLength(2));
  expect(rows()[1]).toContain('–');
  await eventually(() => expect(FakeEventSource.current.url).toContain('device_id=MNB-TE0003'));
  const ids = fleet.devices.map(({ id_dev }) => id_dev);
  const last_data = ids.map((device_id) =>
    aLastData({ device_id, ts: nowS(), received_at: nowS(), data: someLastValues({ pressure: 4.21 }) }),
  );
  await act(async () =>
    FakeEventSource.current.emit('snapshot', { now: nowS(), last_data, online: ids, commands: [] }),
  );
  await eventually(() => expect(rows()[1]).toContain('4,21 bar'));
  expect(rows()[0]).not.toContain('4,21');
});

it('where the column has no room, nothing is requested', async () => {
  await setWidth(1000);
  const { server } = await openList('', { [PRESSURES]: pressures(3) });
  await eventually(() => expect(rows()).toHaveLength(3));
  expect(page.all('columnheader', 'Tlak, 24 h')).toEqual([]);
  expect(server.requestsTo(PRESSURES)).toEqual([]);
});
