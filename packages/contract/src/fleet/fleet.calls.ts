import * as z from 'zod/mini';
import { call, errorResponses } from '../http/call.ts';
import {
  FleetCounts,
  FleetCountsQuery,
  FleetCsvQuery,
  FleetDevice,
  FleetPage,
  FleetPressures,
  FleetPressuresQuery,
  FleetQuery,
  FleetRowsQuery,
} from './fleet.ts';
import { FleetAction, FleetOutcomes } from './fleet-action.ts';

export const fleetCalls = {
  fleet: call({
    method: 'GET',
    path: '/devices/fleet',
    who: 'user',
    permission: 'see_fleet',
    summary:
      'All devices with a converter, with owner, pump state and open alerts; by default what needs a person first',
    query: FleetQuery,
    answers: { 200: FleetPage, ...errorResponses(401, 403, 422) },
  }),
  fleetRows: call({
    method: 'GET',
    path: '/devices/fleet/rows',
    who: 'user',
    permission: 'see_fleet',
    summary:
      'The named devices of the fleet list with their current state; devices that left the list are missing',
    query: FleetRowsQuery,
    answers: { 200: z.array(FleetDevice), ...errorResponses(401, 403, 422) },
  }),
  fleetCounts: call({
    method: 'GET',
    path: '/devices/fleet/counts',
    who: 'user',
    permission: 'see_fleet',
    summary: 'How many devices match each of these filters, in one read',
    query: FleetCountsQuery,
    answers: { 200: FleetCounts, ...errorResponses(401, 403, 422) },
  }),
  fleetActions: call({
    method: 'POST',
    path: '/devices/fleet/actions',
    who: 'user',
    permission: 'see_fleet',
    summary:
      'Label devices, take them, set an alert rule or begin a firmware update, with the outcome of each device; the right is checked for each',
    body: FleetAction,
    answers: { 200: FleetOutcomes, ...errorResponses(401, 403, 404, 422, 429) },
  }),
  fleetPressures: call({
    method: 'GET',
    path: '/devices/fleet/pressures',
    who: 'user',
    permission: 'see_fleet',
    summary: 'Pressure of the named devices in the last 24 hours; devices that do not exist are missing',
    query: FleetPressuresQuery,
    answers: { 200: FleetPressures, ...errorResponses(401, 403, 422) },
  }),
  fleetCsv: call({
    method: 'GET',
    path: '/devices/fleet.csv',
    who: 'user',
    permission: 'see_fleet',
    summary: 'The filtered fleet list as CSV',
    query: FleetCsvQuery,
    file: 'text/csv',
    needsDisk: true,
    answers: { 200: z.string(), ...errorResponses(401, 403, 422, 429, 507) },
  }),
};
