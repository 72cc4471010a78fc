import { type DeviceConfig, sensorMaxBar } from '@manoboard/contract/device/device-config';
import type { ConfigState } from '@manoboard/contract/device/device-config-state';
import { configInForce } from '@manoboard/domain/device-config/version';
import {
  type PressureBounds,
  type PressureMode,
  settableBounds,
} from '@manoboard/domain/pump/pressure-bounds';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { HttpProblem } from '../lib/http/http-problem.ts';
import { configQuery } from './queries.ts';

const FRESH_MS = 60_000;

/** R6.1: retry at the poll interval until there is an answer. */
const RETRY_MS = 6000;

const useConfigQuery = (deviceId: string) =>
  useQuery({
    ...configQuery(deviceId),
    staleTime: FRESH_MS,
    // A provider that has none is not requested again: a repeated request would be pending, and close the form meanwhile.
    enabled: ({ state }) => !isMissing(state.error),
    refetchInterval: ({ state }) => (state.status === 'error' ? RETRY_MS : false),
  });

/** R8: a provider without a configuration of this device. */
const isMissing = (error: unknown) => error instanceof HttpProblem && error.status === 404;
const NO_CONFIG: Pick<ConfigState, 'reported' | 'applied'> = { reported: null, applied: null };

function useConfigState(deviceId: string): Pick<ConfigState, 'reported' | 'applied'> | undefined {
  const { data, error } = useConfigQuery(deviceId);
  return data ?? (isMissing(error) ? NO_CONFIG : undefined);
}

/** Retries a failed first request at once; it is also retried by itself. Without a network it has not been sent. */
export function useConfigRetry(deviceId: string): (() => void) | undefined {
  const { isLoadingError, error, isPending, isPaused, refetch } = useConfigQuery(deviceId);
  return (isLoadingError && !isMissing(error)) || (isPending && isPaused) ? () => void refetch() : undefined;
}

const inForce = ({ reported, applied }: Pick<ConfigState, 'reported' | 'applied'>) =>
  configInForce(reported?.ver ?? null, applied?.config ?? null);

/** The applied configuration, not the desired one; `undefined` while unknown. */
export function useAppliedConfig(deviceId: string): DeviceConfig | undefined {
  const state = useConfigState(deviceId);
  return useMemo(() => state && inForce(state), [state]);
}

/** The board was configured elsewhere: the meaning of its numbers is unknown here. */
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
    return { mode, bounds: settableBounds(mode, pressure), sensorMaxBar: sensorMaxBar(pressure) };
  }, [config]);
}
