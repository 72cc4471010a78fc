import { deviceConfigCalls } from '@manoboard/contract/http/calls/device-config';
import { type DeviceConfig, sensorMaxBar } from '@manoboard/contract/nouns/device-config';
import type { ConfigState } from '@manoboard/contract/nouns/device-config-state';
import { configInForce } from '@manoboard/domain/device-config/version';
import {
  type PressureBounds,
  type PressureMode,
  pressureBounds,
} from '@manoboard/domain/pump/pressure-bounds';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { read } from '../lib/http.ts';

const FRESH_MS = 60_000;

/** R6.1: as often as a page polls, until it has been answered. */
const ASK_AGAIN_MS = 6000;

const useConfigQuery = (deviceId: string) =>
  useQuery({
    queryKey: ['config', deviceId],
    queryFn: ({ signal }) => read(deviceConfigCalls.config, signal, { params: { id: deviceId } }),
    staleTime: FRESH_MS,
    refetchInterval: ({ state }) => (state.status === 'error' ? ASK_AGAIN_MS : false),
  });

const useConfigState = (deviceId: string): ConfigState | undefined => useConfigQuery(deviceId).data;

/** How to ask again, when nothing was answered; that happens by itself, too. */
export function useConfigRetry(deviceId: string): (() => void) | undefined {
  const { isLoadingError, refetch } = useConfigQuery(deviceId);
  return isLoadingError ? () => void refetch() : undefined;
}

const inForce = ({ reported, applied }: ConfigState) =>
  configInForce(reported?.ver ?? null, applied?.config ?? null);

/** What the board has applied, not what somebody wishes; nothing while that is not known. */
export function useAppliedConfig(deviceId: string): DeviceConfig | undefined {
  const state = useConfigState(deviceId);
  return useMemo(() => state && inForce(state), [state]);
}

/** The board was configured elsewhere: what its numbers mean is not known here. */
export function useIsConfiguredElsewhere(deviceId: string): boolean {
  const state = useConfigState(deviceId);
  return state !== undefined && inForce(state) === undefined;
}

export interface PressureSettings {
  mode: PressureMode;
  bounds: PressureBounds;
  sensorMaxBar: number;
}

/** R5.5 */
export function usePressureSettings(deviceId: string): PressureSettings | undefined {
  const config = useAppliedConfig(deviceId);
  return useMemo(() => {
    if (!config) return undefined;
    const { pressure = {} } = config;
    const mode = pressure.normalizer ?? 1;
    return { mode, bounds: pressureBounds(mode, pressure), sensorMaxBar: sensorMaxBar(pressure) };
  }, [config]);
}
