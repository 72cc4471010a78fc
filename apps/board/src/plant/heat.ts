/** Inside the cabinet beside the pump. */
const AMBIENT_C = 30;
const HEAT_CAPACITY_J_PER_K = 1200;
const RESISTANCE_K_PER_W = 0.5;
/** Share of the cooling that remains without the fan. */
const FAN_FAILED = 0.35;
const STANDBY_W = 12;
const LOSS_SHARE = 0.035;

/** Current cooling of the drive. */
export interface Cooling {
  ambientC: number;
  isFanFailed: boolean;
}
export const USUAL_COOLING: Cooling = { ambientC: AMBIENT_C, isFanFailed: false };

const lossW = (powerW: number) => STANDBY_W + LOSS_SHARE * powerW;
const resistance = ({ isFanFailed }: Cooling) => RESISTANCE_K_PER_W / (isFanFailed ? FAN_FAILED : 1);

export const settledDriveC = (powerW: number, cooling: Cooling = USUAL_COOLING) =>
  cooling.ambientC + resistance(cooling) * lossW(powerW);

export function driveTemperatureC(beforeC: number, powerW: number, dtS: number, cooling: Cooling): number {
  const netW = lossW(powerW) - (beforeC - cooling.ambientC) / resistance(cooling);
  return beforeC + (netW / HEAT_CAPACITY_J_PER_K) * dtS;
}

/** `domain.md` 2.2: from 40 to 50 °C around it a GD10 gives 3 % less current for each degree. */
export const deratedShare = (ambientC: number) => 1 - 0.03 * Math.min(10, Math.max(0, ambientC - 40));

/** The board adds a little heat and shares the cabinet with the drive. */
export const boardTemperatureC = (driveC: number, ambientC: number) =>
  ambientC + 5 + 0.06 * (driveC - ambientC);
