import type { Db } from '../../db/db.ts';

const RECEIVER_TABLES = [
  'alert_delivery',
  'alert_unreached',
  'notification_settings',
  'push_subscription',
  'webhook',
  'work_assignee',
] as const;

/** Erases what alerts store about a person whose account is erased. */
export async function deleteReceiver(tx: Db, userId: number): Promise<void> {
  for (const table of RECEIVER_TABLES) await tx.deleteFrom(table).where('user_id', '=', userId).execute();
}
