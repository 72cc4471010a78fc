import type { NewApiToken } from '@manoboard/contract/token/token';
import { tokenCalls } from '@manoboard/contract/token/token.calls';
import { perform, request } from '../../../lib/http/http.ts';
import { withProof } from '../../../lib/http/proof.ts';
import { readQuery } from '../../../lib/http/read-query.ts';

/** Scripts use their tokens at any time: refetched when the user returns to the tab. */
export const tokensQuery = { ...readQuery(['tokens'], tokenCalls.tokens), refetchOnWindowFocus: true };

export const addToken = (body: NewApiToken) => withProof(() => request(tokenCalls.addToken, { body }));
/** False when the session is over. */
export const removeToken = (id: number) => perform(tokenCalls.removeToken, { params: { id: `${id}` } });
