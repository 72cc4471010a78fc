import type { EnergySettings } from '@manoboard/contract/history/energy';
import { energyCalls } from '@manoboard/contract/history/energy.calls';
import { keepPreviousData } from '@tanstack/react-query';
import { address, request } from '../../../lib/http/http.ts';
import { readQuery } from '../../../lib/http/read-query.ts';
import type { EnergyView } from './view.ts';

type Period = Pick<EnergyView, 'period' | 'date'>;

const queryOf = ({ period, date }: Period, zone: string) => ({ period, date, zone });

/** All periods of a device. */
export const energyKey = (deviceId: string) => ['energy', deviceId] as const;

export const periodQuery = (deviceId: string, { period, date }: Period, zone: string) =>
  readQuery([...energyKey(deviceId), period, date, zone], energyCalls.energy, {
    params: { id: deviceId },
    query: queryOf({ period, date }, zone),
  });

/** The present period is refetched when the page opens; the page shows the time of its figures. */
export const energyQuery = (deviceId: string, view: EnergyView, zone: string) => ({
  ...periodQuery(deviceId, view, zone),
  placeholderData: keepPreviousData,
});

export const csvHref = (deviceId: string, view: EnergyView, zone: string) =>
  address(energyCalls.energyCsv, { id: deviceId }, queryOf(view, zone));

export const saveSettings = (deviceId: string, settings: EnergySettings) =>
  request(energyCalls.setEnergySettings, { params: { id: deviceId }, body: settings });
