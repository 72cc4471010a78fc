import type { NewWaterSystem } from '@manoboard/contract/device/water-system';
import { waterSystemCalls } from '@manoboard/contract/device/water-system.calls';
import { request } from '../lib/http/http.ts';
import { readQuery } from '../lib/http/read-query.ts';

const REFRESH_MS = 15_000;
/** A server without the calls has no systems. */
const options = { retry: false, refetchInterval: REFRESH_MS } as const;

/** Of the own and delegated pumps. */
export const waterSystemsQuery = {
  ...readQuery(['water-systems'], waterSystemCalls.waterSystems),
  ...options,
};

export const waterSystemQuery = (id: number) => ({
  ...readQuery(['water-systems', id], waterSystemCalls.waterSystem, { params: { id: `${id}` } }),
  ...options,
});

/** `null` for a pump without a system. */
export const waterSystemOfQuery = (deviceId: string) => ({
  ...readQuery(['water-systems', deviceId], waterSystemCalls.waterSystemOf, { params: { id: deviceId } }),
  ...options,
});

export const addWaterSystem = (body: NewWaterSystem) => request(waterSystemCalls.addWaterSystem, { body });
export const changeWaterSystem = (id: number, body: NewWaterSystem) =>
  request(waterSystemCalls.changeWaterSystem, { params: { id: `${id}` }, body });
export const removeWaterSystem = async (id: number) => {
  await request(waterSystemCalls.removeWaterSystem, { params: { id: `${id}` } });
  return true;
};
