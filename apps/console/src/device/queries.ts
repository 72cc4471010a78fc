import { lockOutCalls } from '@manoboard/contract/command/lock-out.calls';
import { AnyDevice, AnyFcDevice } from '@manoboard/contract/device/any-device';
import { deviceCalls } from '@manoboard/contract/device/device.calls';
import { deviceConfigCalls } from '@manoboard/contract/device/device-config.calls';
import { deviceDataCalls } from '@manoboard/contract/device/device-data.calls';
import { rowsOf, widen } from '../lib/http/any-provider.ts';
import { readQuery } from '../lib/http/read-query.ts';

/** The desired, reported and applied configuration. */
export const configQuery = (deviceId: string) =>
  readQuery(['config', deviceId], deviceConfigCalls.config, { params: { id: deviceId } });

/** Raised and cleared events of the board beside its last values. */
export const diagnosticsQuery = (deviceId: string) =>
  readQuery(['diagnostics', deviceId], deviceDataCalls.diagnostics, { params: { id: deviceId } });

/** R4.5: every hop between pump and server, and whether the converter starts by itself. */
export const deviceStateQuery = (deviceId: string) =>
  readQuery(['device-state', deviceId], deviceDataCalls.deviceState, { params: { id: deviceId } });

export const lockOutQuery = (deviceId: string) =>
  readQuery(['lock-out', deviceId], lockOutCalls.lockOut, { params: { id: deviceId } });

/** Own and delegated devices. */
export const devicesQuery = readQuery(
  ['devices'],
  widen(deviceCalls.devices, rowsOf('get-devices', AnyDevice)),
);

/** R7.2: every converter that the user may operate, with the state of its pump at the time of the answer. */
export const fcDevicesQuery = readQuery(
  ['fc-devices'],
  widen(deviceCalls.fcDevices, rowsOf('get-all-fc-devices', AnyFcDevice)),
);
