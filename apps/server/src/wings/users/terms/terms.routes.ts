import { api } from '@manoboard/contract/http/api';
import type { FastifyInstance } from 'fastify';
import { route } from '../../../http/route.ts';
import type { TermsOfUse } from './terms.service.ts';

export function termsRoutes(app: FastifyInstance, { terms }: TermsOfUse) {
  route(app, api.terms, async ({ params }) => terms(params.locale));
}
