import type { CommissioningPoint } from '@manoboard/contract/device/commissioning';
import type { HistoryMetric } from '@manoboard/contract/history/history';
import { REACH_MS } from '@manoboard/domain/history/blocks';
import { createConfirmedValues } from '@manoboard/domain/history/rollup';
import type { PressureMode } from '@manoboard/domain/pump/pressure-bounds';
import { switchOf } from '@manoboard/domain/pump/pump';
import type { Db } from '../../../db/db.ts';
import type { DeviceKey } from '../../../db/device-key.ts';
import { listFrames } from '../../history/store/stored-frames.repo.ts';

/** The longest recording; later frames are not read. */
const LONGEST_S = 600;

const METRICS = [
  'frequency_fc',
  'motor_power',
  'pressure',
  'motor_current',
  'on_off_state_r',
  'required_pressure',
] as const satisfies readonly HistoryMetric[];
type Metric = (typeof METRICS)[number];

const known = (value: number | undefined) => (value === undefined || Number.isNaN(value) ? null : value);
const position = (state: number | null) => {
  const found = switchOf({ on_off_state_r: state });
  return found === 'unknown' ? null : found === 'on';
};

/** One point per stored frame of the span, with the values that the frame confirms. */
export async function readPoints(
  db: Db,
  deviceKey: DeviceKey,
  { fromS, toS }: { fromS: number; toS: number },
  mode: PressureMode | undefined,
): Promise<CommissioningPoint[]> {
  const fromMs = fromS * 1000;
  const toMs = Math.min(toS, fromS + LONGEST_S) * 1000;
  const { values, apply } = createConfirmedValues(METRICS);
  const points: CommissioningPoint[] = [];
  for (const frame of await listFrames(db, deviceKey, fromMs - REACH_MS, toMs + 1, METRICS)) {
    apply(frame);
    if (frame.tsMs < fromMs) continue;
    const of = (metric: Metric) => known(values.find((found) => found.metric === metric)?.value);
    const required = of('required_pressure');
    points.push({
      at: Math.floor(frame.tsMs / 1000),
      hz: of('frequency_fc'),
      kw: of('motor_power'),
      bar: of('pressure'),
      a: of('motor_current'),
      on: position(of('on_off_state_r')),
      required_bar: required === null || mode === undefined ? null : required * mode,
    });
  }
  return points;
}
