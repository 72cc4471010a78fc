import type { CurvePoint, PumpValues } from '@manoboard/contract/device/pump-card';
import type { Reading } from '@manoboard/contract/mqtt/reading';

/** A pump, its tank and its faults, in the least physics that the rules judge. All of it can change at any time. */
export interface SmallHouse {
  card: PumpValues & { curve: CurvePoint[]; tank_l: number; tank_precharge_bar: number };
  setBar: number;
  /** Depth of the water below the sensor, m. */
  levelM: number;
  /** Share of the head that is left. */
  wear: number;
  /** Head that a clogged suction takes, m per (l/min)². */
  clogged: number;
  leakLpm: number;
  /** Water that people draw, l/min. */
  drawLpm: (atS: number) => number;
  /** The reading of the pressure sensor. */
  sensed: (bar: number) => number;
  isBlocked: boolean;
  isOn: boolean;
}

const BAR_M = 10.197;
const AIR_BAR = 1.013;
const WAKE_BAR = 0.5;
const STEP_S = 5;
const SLEEP_AFTER_S = 15;
const FRAME_S = { running: 5, idle: 30 };

/** Head and power at this flow and 50 Hz, on the straight lines between the points. */
function onCurve(points: readonly CurvePoint[], lpm: number, of: 'm' | 'w'): number {
  const at = points.findIndex((point) => point.lpm >= lpm);
  const [low, high] = at === -1 ? points.slice(-2) : points.slice(Math.max(0, at - 1), Math.max(2, at + 1));
  if (!low || !high) return 0;
  const share = (lpm - low.lpm) / (high.lpm - low.lpm);
  return (low[of] ?? 0) + share * ((high[of] ?? 0) - (low[of] ?? 0));
}

function headM(house: SmallHouse, hz: number, lpm: number): number {
  const s = hz / 50;
  return house.wear * s ** 2 * onCurve(house.card.curve, lpm / s, 'm') - house.clogged * lpm ** 2;
}

/** The lowest speed that lifts this flow to this pressure. */
function speedFor(house: SmallHouse, bar: number, lpm: number): number {
  const neededM = BAR_M * bar + house.levelM;
  let [low, high] = [15, house.card.hz_high ?? 50];
  for (let n = 0; n < 20; n++) {
    const hz = (low + high) / 2;
    if (headM(house, hz, lpm) >= neededM) high = hz;
    else low = hz;
  }
  return high;
}

/** A house in simulated time: the pump holds its pressure, falls asleep and wakes up. */
export function createSmallHouse(house: SmallHouse, noise: () => number = () => 0, frameS = FRAME_S) {
  const { tank_l, tank_precharge_bar } = house.card;
  const filling = tank_l * (tank_precharge_bar + AIR_BAR);
  /** The pump falls asleep below a tenth of its largest flow. */
  const sleepLpm = 0.1 * (house.card.curve.at(-1)?.lpm ?? 0);
  let gasL = filling / (house.setBar + AIR_BAR);
  let pumpBar = house.setBar;
  let [hz, powerW, quietS] = [0, 0, 0];

  function step(atS: number): number {
    const bar = filling / gasL - AIR_BAR;
    const drawn = (house.drawLpm(atS) + house.leakLpm) * Math.sqrt(Math.max(0, bar) / house.setBar);
    const seenBar = house.sensed(house.isBlocked ? pumpBar : bar);
    if (!house.isOn) hz = 0;
    else if (hz === 0) {
      if (seenBar < house.setBar - WAKE_BAR) [hz, quietS] = [1, 0];
    } else if (quietS >= SLEEP_AFTER_S) hz = 0;
    let flow = 0;
    if (hz > 0) {
      const wanted = house.isBlocked ? 0 : Math.max(0, drawn + 20 * (house.setBar - bar) * (tank_l / 24));
      const top = speedFor(house, bar, wanted);
      hz = seenBar < house.setBar - WAKE_BAR / 2 && wanted === 0 ? (house.card.hz_high ?? 50) : top;
      flow = headM(house, hz, wanted) >= BAR_M * bar + house.levelM - 0.01 ? wanted : 0.9 * wanted;
      pumpBar = house.isBlocked ? (headM(house, hz, 0) - house.levelM) / BAR_M : bar;
      powerW = (hz / 50) ** 3 * onCurve(house.card.curve, flow / (hz / 50), 'w');
      quietS = flow < sleepLpm && seenBar > house.setBar - 0.1 ? quietS + STEP_S : 0;
    } else powerW = 0;
    gasL = Math.min(tank_l, gasL + ((drawn - flow) / 60) * STEP_S);
    return seenBar;
  }

  return {
    house,
    /** Runs from this second to that one, and passes on the values of each frame. */
    run(fromS: number, toS: number, publish: (atS: number, values: Partial<Reading>) => void): void {
      let framedS = Number.NEGATIVE_INFINITY;
      let wasRunning: boolean | undefined;
      for (let s = fromS; s < toS; s += STEP_S) {
        const bar = step(s);
        const isRunning = hz > 0;
        if (isRunning === wasRunning && s - framedS < (isRunning ? frameS.running : frameS.idle)) continue;
        [framedS, wasRunning] = [s, isRunning];
        publish(s, {
          on_off_state_r: house.isOn ? 1 : 3,
          modbus: 2,
          frequency_fc: Math.round(100 * hz) / 100,
          required_pressure: house.setBar,
          pressure: Math.round(100 * house.sensed(bar + noise())) / 100,
          motor_power: Math.round(powerW / 10) / 100,
          fault: 0,
          rssi: -60,
        });
      }
    },
  };
}
