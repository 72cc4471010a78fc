import { api } from '@manoboard/contract/http/api';
import type { FastifyInstance } from 'fastify';
import { route } from '../../../http/route.ts';
import type { DiagnosticsService } from './diagnostics.service.ts';
import type { Registers } from './registers.service.ts';

export function diagnosticsRoutes(
  app: FastifyInstance,
  diagnostics: DiagnosticsService,
  registers: Registers,
) {
  route(app, api.fcConfig, ({ device, params }) => diagnostics.fcConfig(device, params.name));
  route(app, api.fcDataLast, ({ device, params }) => diagnostics.fcDataLast(device, params.name));
  route(app, api.deviceState, ({ device }) => diagnostics.state(device));
  route(app, api.basicInfo, ({ device }) => diagnostics.basicInfo(device));
  route(app, api.diagnostics, ({ device }) => diagnostics.diagnostics(device));
  route(app, api.registers, ({ device }) => registers.list(device));
  route(app, api.readRegisters, ({ user, device, body }) => registers.read(user, device, body));
}
