import * as z from 'zod/mini';
import { call, errorResponses } from '../http/call.ts';
import { DeviceId } from '../text.ts';
import { Energy, EnergyCsvQuery, EnergyQuery, EnergySettings } from './energy.ts';

const params = z.strictObject({ id: DeviceId });

export const energyCalls = {
  energy: call({
    method: 'GET',
    path: '/devices/{id}/energy',
    who: 'user',
    action: 'see',
    summary:
      'Energy, running hours, starts and cost of a calendar period, and of the same part of the previous one',
    params,
    query: EnergyQuery,
    answers: { 200: Energy, ...errorResponses(401, 404, 422) },
  }),
  energyCsv: call({
    method: 'GET',
    path: '/devices/{id}/energy.csv',
    who: 'user',
    action: 'see',
    summary: 'Energy, running hours, starts and cost of a calendar period as CSV',
    params,
    query: EnergyCsvQuery,
    file: 'text/csv',
    answers: { 200: z.string(), ...errorResponses(401, 404, 422) },
  }),
  setEnergySettings: call({
    method: 'PUT',
    path: '/devices/{id}/energy/settings',
    who: 'user',
    action: 'see',
    summary: 'Set the own tariff of a device and the monthly report by e-mail',
    params,
    body: EnergySettings,
    answers: { 200: EnergySettings, ...errorResponses(401, 404, 422) },
  }),
};
