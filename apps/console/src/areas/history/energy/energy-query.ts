import type { EnergySettings } from '@manoboard/contract/history/energy';
import { energyCalls } from '@manoboard/contract/history/energy.calls';
import { keepPreviousData } from '@tanstack/react-query';
import { address, read, request } from '../../../lib/http/http.ts';
import type { EnergyView } from './view.ts';

const queryOf = ({ period, date }: EnergyView, zone: string) => ({ period, date, zone });

/** The present period is refetched when the page opens; the page shows the time of its figures. */
export const energyQuery = (deviceId: string, view: EnergyView, zone: string) => ({
  queryKey: ['energy', deviceId, view.period, view.date, zone],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    read(energyCalls.energy, signal, { params: { id: deviceId }, query: queryOf(view, zone) }),
  placeholderData: keepPreviousData,
});

export const csvHref = (deviceId: string, view: EnergyView, zone: string) =>
  address(energyCalls.energyCsv, { id: deviceId }, queryOf(view, zone));

export const saveSettings = (deviceId: string, settings: EnergySettings) =>
  request(energyCalls.setEnergySettings, { params: { id: deviceId }, body: settings });
