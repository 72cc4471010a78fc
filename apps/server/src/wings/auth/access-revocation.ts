import { appendAudit } from '../../audit-log/audit-log.ts';
import type { Db } from '../../db/db.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import { deleteWebhooksOf } from '../alerts/webhooks/webhooks.repo.ts';
import { deleteIntegrationsOf } from '../integrations/integrations.repo.ts';
import { revokeTokens } from './tokens/tokens.service.ts';

export type RevokeAccess = (tx: Db, userId: number) => Promise<void>;

/** Ends what a new password alone does not: somebody who knew the old one may have added it. */
export const createRevokeAccess =
  ({ outbox, now }: { outbox: Outbox; now: () => number }): RevokeAccess =>
  async (tx, userId) => {
    const by = { userId, role: null };
    await revokeTokens(tx, outbox, userId, new Date(now()));
    await deleteWebhooksOf(tx, userId);
    for (const integration of await deleteIntegrationsOf(tx, userId)) {
      await outbox.publish(tx, ['integrationChanged', integration.integrationId]);
      const entry = { kind: 'integration', action: 'removed', ...integration, by } as const;
      await appendAudit(tx, new Date(now()), entry);
    }
  };
