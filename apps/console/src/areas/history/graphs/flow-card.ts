import type { PumpValues } from '@manoboard/contract/device/pump-card';
import { estimateFlow } from '@manoboard/domain/pump/flow-estimate';
import { useQuery } from '@tanstack/react-query';
import { pumpCardQuery } from '../../../device/pump-card.ts';
import { PANELS } from './panels.ts';

/** The pump card, if its curve can give an estimate: without one the flow is not offered. */
export function useFlowCard(deviceId: string): PumpValues | undefined {
  const card = useQuery(pumpCardQuery(deviceId)).data?.values;
  // At a stop the estimate is 0 on every curve that can give one.
  return card && estimateFlow(card, { frequencyHz: 0, powerW: 0 }) && card;
}

/** Panels of a device. */
export function useOfferedPanels(deviceId: string) {
  const hasFlow = useFlowCard(deviceId) !== undefined;
  return hasFlow ? PANELS : PANELS.filter(({ id }) => id !== 'flow');
}
