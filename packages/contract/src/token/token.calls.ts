import * as z from 'zod/mini';
import { call, errorResponses } from '../http/call.ts';
import { RowIdText } from '../http/paging.ts';
import { ApiTokenWithSecret, NewApiToken, TokenList } from './token.ts';

/** API tokens; `http/token-scopes.ts` lists the calls that they reach. */
export const tokenCalls = {
  tokens: call({
    method: 'GET',
    path: '/users/me/tokens',
    who: 'user',
    summary: 'API tokens of the caller, oldest first',
    answers: { 200: TokenList, ...errorResponses(401) },
  }),
  addToken: call({
    method: 'POST',
    path: '/users/me/tokens',
    who: 'user',
    summary: 'Add an API token; its secret is in this answer only',
    body: NewApiToken,
    needsProof: 'always',
    answers: { 201: ApiTokenWithSecret, ...errorResponses(401, 403, 404, 409, 422) },
  }),
  removeToken: call({
    method: 'DELETE',
    path: '/users/me/tokens/{id}',
    who: 'user',
    summary: 'Revoke an API token; its streams end',
    params: z.strictObject({ id: RowIdText }),
    answers: { 204: z.void(), ...errorResponses(401, 404, 422) },
  }),
};
