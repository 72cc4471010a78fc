import { lockOutCalls } from '@manoboard/contract/command/lock-out.calls';
import { deviceCalls } from '@manoboard/contract/device/device.calls';
import { deviceConfigCalls } from '@manoboard/contract/device/device-config.calls';
import { deviceDataCalls } from '@manoboard/contract/device/device-data.calls';
import { read } from '../lib/http/http.ts';

interface Context {
  signal: AbortSignal;
}

/** The desired, reported and applied configuration. */
export const configQuery = (deviceId: string) => ({
  queryKey: ['config', deviceId],
  queryFn: ({ signal }: Context) => read(deviceConfigCalls.config, signal, { params: { id: deviceId } }),
});

/** Raised and cleared events of the board beside its last values. */
export const diagnosticsQuery = (deviceId: string) => ({
  queryKey: ['diagnostics', deviceId],
  queryFn: ({ signal }: Context) => read(deviceDataCalls.diagnostics, signal, { params: { id: deviceId } }),
});

export const lockOutQuery = (deviceId: string) => ({
  queryKey: ['lock-out', deviceId],
  queryFn: ({ signal }: Context) => read(lockOutCalls.lockOut, signal, { params: { id: deviceId } }),
});

/** Own and delegated devices. */
export const devicesQuery = {
  queryKey: ['devices'],
  queryFn: ({ signal }: Context) => read(deviceCalls.devices, signal),
};

/** R7.2: every converter that the user may operate, with the state of its pump at the time of the answer. */
export const fcDevicesQuery = {
  queryKey: ['fc-devices'],
  queryFn: ({ signal }: Context) => read(deviceCalls.fcDevices, signal),
};
