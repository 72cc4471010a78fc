import { deviceConfigCalls } from '@manoboard/contract/calls/device-config';
import { type DeviceConfig, sensorMaxBar } from '@manoboard/contract/device-config';
import { type PressureBounds, type PressureMode, pressureBounds } from '@manoboard/domain/pressure-bounds';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { read } from './http.ts';
import { useHeard } from './live/use-live.ts';

const FRESH_MS = 60_000;
const DEFAULTS: DeviceConfig = {};

/** What the board has applied, not what somebody wishes; nothing while that is not known. */
export function useAppliedConfig(deviceId: string): DeviceConfig | undefined {
  const queryClient = useQueryClient();
  const queryKey = ['config', deviceId];
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => read(deviceConfigCalls.config, signal, { params: { id: deviceId } }),
    staleTime: FRESH_MS,
  });
  const refresh = useCallback(
    () => void queryClient.invalidateQueries({ queryKey: ['config', deviceId] }),
    [queryClient, deviceId],
  );
  useHeard('config', refresh);
  return data && (data.applied?.config ?? DEFAULTS);
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
