import * as z from 'zod/mini';
import { call, errorResponses } from '../http/call.ts';
import { DeviceId } from '../text.ts';
import {
  DeviceChangelog,
  FirmwareRelease,
  FirmwareUpdate,
  FleetUpdates,
  FleetUpdatesQuery,
  ListedRelease,
  MAX_RELEASE_BYTES,
  NewUpdate,
  VersionCount,
  VersionDevices,
  VersionDevicesQuery,
} from './firmware-release.ts';

const device = z.strictObject({ id_dev: DeviceId });

/** Releases and updates. Separate, so that the device page loads them with its dialog. */
export const firmwareUpdateCalls = {
  firmwareReleases: call({
    method: 'GET',
    path: '/firmware/releases',
    who: 'user',
    permission: 'manage_firmware',
    summary: 'All releases, newest version first',
    answers: { 200: z.array(ListedRelease), ...errorResponses(401, 403) },
  }),
  uploadFirmware: call({
    method: 'POST',
    path: '/firmware/releases',
    who: 'user',
    permission: 'manage_firmware',
    needsProof: 'always',
    summary: "Upload a release file: the maker's signed manifest, the changelog and the image",
    fileBytes: MAX_RELEASE_BYTES,
    needsDisk: true,
    answers: { 201: FirmwareRelease, ...errorResponses(400, 401, 403, 409, 413, 415, 422, 507) },
  }),
  firmwareVersions: call({
    method: 'GET',
    path: '/firmware/versions',
    who: 'user',
    permission: 'manage_firmware',
    summary: 'How many devices run each version, by hardware',
    answers: { 200: z.array(VersionCount), ...errorResponses(401, 403) },
  }),
  versionDevices: call({
    method: 'GET',
    path: '/firmware/devices',
    who: 'user',
    permission: 'manage_firmware',
    summary: 'Devices with this version and hardware, by ID',
    query: VersionDevicesQuery,
    answers: { 200: VersionDevices, ...errorResponses(401, 403, 422) },
  }),
  fleetUpdates: call({
    method: 'GET',
    path: '/firmware/updates',
    who: 'user',
    permission: 'manage_firmware',
    summary: 'Running or ended updates of all devices, newest first',
    query: FleetUpdatesQuery,
    answers: { 200: FleetUpdates, ...errorResponses(401, 403, 422) },
  }),
  changelog: call({
    method: 'GET',
    path: '/firmware/{id_dev}/changelog',
    who: 'user',
    action: 'see',
    summary: 'Changelogs since the running version',
    params: device,
    answers: { 200: DeviceChangelog, ...errorResponses(401, 404, 422) },
  }),
  updateFirmware: call({
    method: 'POST',
    path: '/firmware/{id_dev}/update',
    who: 'user',
    action: 'update_firmware',
    summary: 'Start the update to this version; poll for its progress',
    params: device,
    body: NewUpdate,
    answers: { 201: FirmwareUpdate, ...errorResponses(401, 403, 404, 409, 422) },
  }),
  firmwareUpdate: call({
    method: 'GET',
    path: '/firmware/{id_dev}/update',
    who: 'user',
    action: 'see',
    summary: 'The last update with its progress',
    params: device,
    answers: { 200: z.nullable(FirmwareUpdate), ...errorResponses(401, 404, 422) },
  }),
};
