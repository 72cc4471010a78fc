import type { IntegrationChange, NewIntegration } from '@manoboard/contract/integration/integration';
import { integrationCalls } from '@manoboard/contract/integration/integration.calls';
import { perform, read, request } from '../../../lib/http/http.ts';
import { withProof } from '../../../lib/http/proof.ts';

/** Programs connect at any time: refetched when the user returns to the tab. */
export const integrationsQuery = {
  queryKey: ['integrations'],
  queryFn: ({ signal }: { signal: AbortSignal }) => read(integrationCalls.integrations, signal),
  refetchOnWindowFocus: true,
};

export const addIntegration = (body: NewIntegration) =>
  withProof(() => request(integrationCalls.addIntegration, { body }));
export const changeIntegration = (id: number, body: IntegrationChange) =>
  withProof(() => request(integrationCalls.changeIntegration, { params: { id: `${id}` }, body }));
/** False when the session is over. */
export const removeIntegration = (id: number) =>
  perform(integrationCalls.removeIntegration, { params: { id: `${id}` } });
