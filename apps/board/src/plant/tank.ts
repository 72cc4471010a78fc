/** A bladder tank: air under Boyle's law behind the water. */
export interface Tank {
  volumeL: number;
  prechargeBar: number;
}

const ATMOSPHERE_BAR = 1.013;
/** With the bladder empty only the pipes give way, by this much. */
const PIPE_L_PER_BAR = 0.02;

export const tankFor = (setPointBar: number): Tank => ({ volumeL: 24, prechargeBar: 0.7 * setPointBar });

/** Less than no water means an empty bladder and pipes below the precharge. */
export function tankPressureBar({ volumeL, prechargeBar }: Tank, waterL: number): number {
  if (waterL <= 0) return Math.max(0, prechargeBar + waterL / PIPE_L_PER_BAR);
  return ((prechargeBar + ATMOSPHERE_BAR) * volumeL) / (volumeL - waterL) - ATMOSPHERE_BAR;
}

export function tankWaterL({ volumeL, prechargeBar }: Tank, pressureBar: number): number {
  if (pressureBar <= prechargeBar) return (pressureBar - prechargeBar) * PIPE_L_PER_BAR;
  return volumeL * (1 - (prechargeBar + ATMOSPHERE_BAR) / (pressureBar + ATMOSPHERE_BAR));
}

/** The water after a moment; pipes cannot hold less than nothing, nor the bladder more than its shell. */
export function fillTank(tank: Tank, waterL: number, netFlowLpm: number, dtS: number): number {
  const emptyPipesL = -tank.prechargeBar * PIPE_L_PER_BAR;
  return Math.min(0.95 * tank.volumeL, Math.max(emptyPipesL, waterL + (netFlowLpm / 60) * dtS));
}

/** Pipes are stiff: without the bladder the pressure needs a shorter step than the rest of the plant. */
export const isStiff = (waterL: number) => waterL <= 0;
