const NM_PER_KW_AND_RPM = 60_000 / (2 * Math.PI);
/** While the motor starts and stops, the power has too few digits for a torque. */
const LEAST_LOAD_RPM = 300;

/** R4.13: the torque in N·m; that of a stopped motor is 0. */
export function motorLoad(powerKw: number, rpm: number): number | undefined {
  if (rpm === 0) return 0;
  const speed = Math.abs(rpm);
  return speed < LEAST_LOAD_RPM ? undefined : (powerKw * NM_PER_KW_AND_RPM) / speed;
}
