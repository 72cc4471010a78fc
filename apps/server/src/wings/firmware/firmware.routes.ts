import { api } from '@manoboard/contract/http/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ProblemError } from '../../http/problem-error.ts';
import type { RefusedWrites } from '../../http/refused-writes.ts';
import { route } from '../../http/route.ts';
import type { FleetFirmware } from './fleet-firmware.service.ts';
import type { Releases } from './releases.service.ts';
import type { Updates } from './updates.service.ts';

const BYTES = 'application/octet-stream';

/** R4.14: uploads with another content type than a binary file are not read. */
function acceptBinaryOnly(app: FastifyInstance) {
  app.addContentTypeParser(BYTES, { parseAs: 'buffer' }, async (_: FastifyRequest, file: Buffer) => file);
  app.addHook('preParsing', async (request) => {
    if (request.headers['content-type'] !== BYTES) throw new ProblemError('FILE_TYPE_INCORRECT');
  });
}

interface Services {
  releases: Releases;
  updates: Updates;
  fleetFirmware: FleetFirmware;
  refusedWrites: RefusedWrites;
}

export function firmwareRoutes(
  app: FastifyInstance,
  { releases, updates, fleetFirmware, refusedWrites }: Services,
) {
  const { logged, onRefused } = refusedWrites('firmware');
  app.register(async (files) => {
    acceptBinaryOnly(files);
    route(files, api.uploadFirmware, ({ user, request }) => releases.upload(user, request.body));
  });
  route(app, api.firmwareReleases, () => releases.list());
  route(app, api.firmwareVersions, () => fleetFirmware.versions());
  route(app, api.versionDevices, ({ query }) => fleetFirmware.devices(query));
  route(app, api.fleetUpdates, ({ query }) => fleetFirmware.updates(query));
  route(app, api.firmware, ({ device }) => releases.ofDevice(device));
  route(app, api.changelog, ({ device }) => releases.changelog(device.deviceKey));
  route(
    app,
    api.updateFirmware,
    ({ user, device, body }) =>
      logged(user, device.deviceId, body, () => updates.begin(user, device, body.version)),
    {},
    onRefused,
  );
  route(app, api.firmwareUpdate, ({ device }) => updates.last(device));
}
