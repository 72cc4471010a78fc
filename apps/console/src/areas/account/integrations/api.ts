import type { IntegrationChange, NewIntegration } from '@manoboard/contract/integration/integration';
import { integrationCalls } from '@manoboard/contract/integration/integration.calls';
import { perform, request } from '../../../lib/http/http.ts';
import { withProof } from '../../../lib/http/proof.ts';
import { readQuery } from '../../../lib/http/read-query.ts';

/** Programs connect at any time: refetched when the user returns to the tab. */
export const integrationsQuery = {
  ...readQuery(['integrations'], integrationCalls.integrations),
  refetchOnWindowFocus: true,
};

export const addIntegration = (body: NewIntegration) =>
  withProof(() => request(integrationCalls.addIntegration, { body }));
export const changeIntegration = (id: number, body: IntegrationChange) =>
  withProof(() => request(integrationCalls.changeIntegration, { params: { id: `${id}` }, body }));
/** False when the session is over. */
export const removeIntegration = (id: number) =>
  perform(integrationCalls.removeIntegration, { params: { id: `${id}` } });
