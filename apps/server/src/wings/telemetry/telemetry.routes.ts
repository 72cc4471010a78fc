import { api } from '@manoboard/contract/http/api';
import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route.ts';
import type { SessionUser } from '../../http/session.ts';
import type { Telemetry } from './telemetry.service.ts';

type VisibleIds = (user: SessionUser, others: readonly string[]) => Promise<string[]>;

export function telemetryRoutes(app: FastifyInstance, telemetry: Telemetry, visibleIds: VisibleIds) {
  route(app, api.allLastData, async ({ user, query, reply }) => {
    const others = query.device_id ?? [];
    const { json, etag } = telemetry.listLastData(await visibleIds(user, others));
    return reply.header('etag', etag).type('application/json; charset=utf-8').send(json);
  });
}
