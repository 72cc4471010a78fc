import { DAY_S } from '@manoboard/domain/time';
import { householdDemand } from '../../apps/board/src/plant/household.ts';
import { createPlant, stepPlant } from '../../apps/board/src/plant/plant.ts';
import { seededRandom } from '../../apps/board/src/random.ts';
import { createFrames } from '../../apps/board/src/reporting/frames.ts';
import type { ArrivedFrame } from '../../apps/server/src/wings/history/store/frame-codec.ts';

const round = (value: number, decimals: number) => Number(value.toFixed(decimals));

/**
 * The frames that a board sends in a day of a simulated household, with the resolution of the registers and noise in the
 * last digit. `secondsOf` is how often it sends while the pump runs and while it sleeps.
 */
export function householdDay(
  seed: number,
  startMs: number,
  seconds = { running: 5, idle: 30 },
): ArrivedFrame[] {
  const random = seededRandom(seed);
  const noise = (width: number) => (random() - 0.5) * width;
  const plant = createPlant({
    random,
    demand: householdDemand({ random, persons: 1 + (seed % 6) }),
    setPointBar: 4,
    pressureBar: 4,
    isOn: true,
    isAsleep: false,
    energyKwh: 120 * seed,
    operatingH: 81 * seed,
  });
  const frames = createFrames(() => seconds);
  const rows: ArrivedFrame[] = [];
  for (let second = 0; second < DAY_S; second++) {
    for (let i = 0; i < 10; i++) stepPlant(plant, 0.1);
    const hz = round(plant.frequencyHz, 2);
    const d = {
      on_off_state_r: hz > 0 ? 1 : 3,
      modbus: 2,
      pressure_control: 0,
      required_pressure: 4,
      fault: 0,
      frequency_fc: hz,
      pressure: round(plant.sensedBar, 2),
      motor_current: hz > 0 ? round(1 + plant.powerW / 250 + noise(0.2), 1) : 0,
      motor_rpm: Math.round(hz * 58),
      motor_power: round(plant.powerW / 1000, 2),
      bus_voltage: round(plant.busV + noise(2), 1),
      temperature_fc: round(plant.driveC, 1),
      temperature_mnb: round(33 + Math.sin(second / 9000), 1),
      analog_input_2: round(plant.sensedBar / 1.6, 2),
      analog_input_3: round(2.1 + noise(0.02), 2),
      electro_meter: round(plant.energyKwh, 1),
      motor_operating_hours: Math.floor(plant.operatingH),
      rssi: Math.round(-61 + noise(4)),
    };
    const tsMs = startMs + second * 1000;
    const frame = frames.next({ fc: 1, d }, tsMs);
    if (!frame) continue;
    rows.push({
      tsMs,
      boot: 3,
      seq: rows.length + 1,
      fc: 1,
      d: frame.d,
      na: [],
      receivedAtMs: tsMs + 20 + Math.floor(random() * 900),
      isPlacedByArrival: false,
    });
  }
  return rows;
}
