import { api } from '@manoboard/contract/http/api';
import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route.ts';
import type { Devices } from './devices.service.ts';

export function devicesRoutes(app: FastifyInstance, devices: Devices) {
  route(app, api.devices, ({ user }) => devices.list(user));
  route(app, api.fcDevices, ({ user }) => devices.listFc(user));
  route(app, api.onlineDevices, ({ user }) => devices.listOnline(user));
}
