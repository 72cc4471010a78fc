import * as z from 'zod/mini';
import { call, errorResponses } from '../http/call.ts';
import { RowIdText } from '../http/paging.ts';
import { DeviceId } from '../text.ts';
import { NewWaterSystem, WaterSystem } from './water-system.ts';

const params = z.strictObject({ id: RowIdText });

/** R9.1. The right `join_systems` is checked for each pump of a body, and of the system before. */
export const waterSystemCalls = {
  waterSystems: call({
    method: 'GET',
    path: '/water-systems',
    who: 'user',
    summary: 'Water systems of the own and delegated pumps, by name',
    answers: { 200: z.array(WaterSystem), ...errorResponses(401) },
  }),
  waterSystem: call({
    method: 'GET',
    path: '/water-systems/{id}',
    who: 'user',
    summary: 'A water system, with those of its pumps that the user may see',
    params,
    answers: { 200: WaterSystem, ...errorResponses(401, 404, 422) },
  }),
  waterSystemOf: call({
    method: 'GET',
    path: '/devices/{id}/water-system',
    who: 'user',
    action: 'see',
    summary: 'The water system of a pump, with those of its pumps that the user may see',
    params: z.strictObject({ id: DeviceId }),
    answers: { 200: z.nullable(WaterSystem), ...errorResponses(401, 404, 422) },
  }),
  addWaterSystem: call({
    method: 'POST',
    path: '/water-systems',
    who: 'user',
    summary: 'Say which pumps feed one house, tank or garden; they leave their former systems',
    body: NewWaterSystem,
    answers: { 201: WaterSystem, ...errorResponses(401, 403, 404, 422) },
  }),
  changeWaterSystem: call({
    method: 'PUT',
    path: '/water-systems/{id}',
    who: 'user',
    summary: 'Change name, kind and pumps of a water system',
    params,
    body: NewWaterSystem,
    answers: { 200: WaterSystem, ...errorResponses(401, 403, 404, 422) },
  }),
  removeWaterSystem: call({
    method: 'DELETE',
    path: '/water-systems/{id}',
    who: 'user',
    summary: 'Remove a water system; its pumps stay as they are',
    params,
    answers: { 204: z.void(), ...errorResponses(401, 403, 404, 422) },
  }),
};
