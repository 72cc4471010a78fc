import type { Site } from './site.ts';

/** A bladder tank: air under Boyle's law behind the water. */
export interface Tank {
  /** Gas volume without water. */
  volumeL: number;
  prechargeBar: number;
  /** Installed precharge; a fault removes it, and its end restores it. */
  ownPrechargeBar: number;
}

const ATMOSPHERE_BAR = 1.013;
/** With an empty bladder only the pipes are elastic, by this much. */
const PIPE_L_PER_BAR = 0.02;

export function tankFor(setPointBar: number, site: Pick<Site, 'tank'>): Tank {
  const { volumeL, prechargeBar = 0.7 * setPointBar } = site.tank;
  return { volumeL, prechargeBar, ownPrechargeBar: prechargeBar };
}

/** Negative water: an empty bladder and pipes below the precharge. */
export function tankPressureBar({ volumeL, prechargeBar }: Tank, waterL: number): number {
  if (waterL <= 0) return Math.max(0, prechargeBar + waterL / PIPE_L_PER_BAR);
  return ((prechargeBar + ATMOSPHERE_BAR) * volumeL) / (volumeL - waterL) - ATMOSPHERE_BAR;
}

export function tankWaterL({ volumeL, prechargeBar }: Tank, pressureBar: number): number {
  if (pressureBar <= prechargeBar) return (pressureBar - prechargeBar) * PIPE_L_PER_BAR;
  return volumeL * (1 - (prechargeBar + ATMOSPHERE_BAR) / (pressureBar + ATMOSPHERE_BAR));
}

/** Water after a step, limited to the pipes and the shell. */
export function fillTank(tank: Tank, waterL: number, netFlowLpm: number, dtS: number): number {
  const emptyPipesL = -tank.prechargeBar * PIPE_L_PER_BAR;
  return Math.min(0.95 * tank.volumeL, Math.max(emptyPipesL, waterL + (netFlowLpm / 60) * dtS));
}

/** Pipes are stiff: without the bladder the pressure needs a shorter time step. */
export const isStiff = (waterL: number) => waterL <= 0;
