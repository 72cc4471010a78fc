/** Inside the cabinet beside the pump. */
export const AMBIENT_C = 30;
const HEAT_CAPACITY_J_PER_K = 1200;
const RESISTANCE_K_PER_W = 0.5;
const STANDBY_W = 12;
const LOSS_SHARE = 0.035;

const lossW = (powerW: number) => STANDBY_W + LOSS_SHARE * powerW;

export const settledDriveC = (powerW: number) => AMBIENT_C + RESISTANCE_K_PER_W * lossW(powerW);

export function driveTemperatureC(beforeC: number, powerW: number, dtS: number): number {
  const netW = lossW(powerW) - (beforeC - AMBIENT_C) / RESISTANCE_K_PER_W;
  return beforeC + (netW / HEAT_CAPACITY_J_PER_K) * dtS;
}

/** The board warms itself a little and shares the cabinet with the drive. */
export const boardTemperatureC = (driveC: number) => AMBIENT_C + 5 + 0.06 * (driveC - AMBIENT_C);
