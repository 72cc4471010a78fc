/** A bladder tank: air under Boyle's law behind the water. */
export interface Tank {
  /** Room for gas while no water is in it. */
  volumeL: number;
  prechargeBar: number;
  /** What the installer gave it; a fault takes it away, its end brings it back. */
  ownPrechargeBar: number;
}

const ATMOSPHERE_BAR = 1.013;
/** With the bladder empty only the pipes give way, by this much. */
const PIPE_L_PER_BAR = 0.02;

export const TANK_L = 24;

export function tankFor(setPointBar: number): Tank {
  const prechargeBar = 0.7 * setPointBar;
  return { volumeL: TANK_L, prechargeBar, ownPrechargeBar: prechargeBar };
}

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
