import { tokenCalls } from '@manoboard/contract/token/token.calls';
import type { FastifyInstance } from 'fastify';
import { route } from '../../../http/route.ts';
import type { Tokens } from './tokens.service.ts';

export function tokensRoutes(app: FastifyInstance, tokens: Tokens) {
  route(app, tokenCalls.tokens, ({ user }) => tokens.list(user));
  route(app, tokenCalls.addToken, ({ user, body }) => tokens.add(user, body));
  route(app, tokenCalls.removeToken, ({ user, params }) => tokens.remove(user, Number(params.id)));
}
