import type { RecipientState } from '@manoboard/contract/device/sharing';
import type { Locale } from '@manoboard/contract/locales';
import { sql } from 'kysely';
import type { Db } from '../../../db/db.ts';
import type { DeviceKey } from '../../../db/device-key.ts';

const COLUMNS = ['id', 'name', 'email', 'state', 'changed_at as changedAt'] as const;

export const listRecipients = (db: Db, deviceKey: DeviceKey) =>
  db.selectFrom('alert_recipient').where('device_id', '=', deviceKey).select(COLUMNS).orderBy('id').execute();
export type RecipientRow = Awaited<ReturnType<typeof listRecipients>>[number];

/** Those who agreed, as receivers of an alert. */
export const listAgreed = (tx: Db, deviceKey: DeviceKey) =>
  tx
    .selectFrom('alert_recipient')
    .where('device_id', '=', deviceKey)
    .where('state', '=', 'agreed')
    .select(['id', 'name'])
    .orderBy('id')
    .execute();

/** Whether this person has declined to be told of any device by the same user. */
export const hasDeclined = async (db: Db, askedBy: number, email: string): Promise<boolean> =>
  (await db
    .selectFrom('alert_recipient')
    .where('asked_by', '=', askedBy)
    .where('email', '=', email)
    .where('state', '=', 'declined')
    .select('id')
    .executeTakeFirst()) !== undefined;

interface NewRow {
  deviceKey: DeviceKey;
  askedBy: number;
  name: string;
  email: string;
  locale: Locale;
  at: Date;
}

/** Nothing if this address is in the list of the device. */
export const insertRecipient = (tx: Db, { deviceKey, askedBy, name, email, locale, at }: NewRow) =>
  tx
    .insertInto('alert_recipient')
    .values({
      device_id: deviceKey,
      asked_by: askedBy,
      name,
      email,
      locale,
      asked_at: at,
      changed_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(COLUMNS)
    .executeTakeFirst();

/** A person who has declined stays in the list, so that nobody asks them again. */
export const deleteRecipient = async (tx: Db, deviceKey: DeviceKey, id: number): Promise<boolean> =>
  (await tx
    .deleteFrom('alert_recipient')
    .where('device_id', '=', deviceKey)
    .where('id', '=', id)
    .where('state', '<>', 'declined')
    .returning('id')
    .executeTakeFirst()) !== undefined;

/** With the device and the person who asks. */
export const findRecipient = (db: Db, id: number) =>
  db
    .selectFrom('alert_recipient as recipient')
    .innerJoin('device', 'device.id', 'recipient.device_id')
    .innerJoin('app_user as asker', 'asker.id', 'asked_by')
    .where('recipient.id', '=', id)
    .select([
      'recipient.id',
      'recipient.email',
      'recipient.locale',
      'state',
      'asked_at as askedAt',
      'device.id as deviceKey',
      'id_dev as deviceId',
      'alias',
      'asker.name',
      'asker.surname',
      'asker.email as askerEmail',
    ])
    .executeTakeFirst();
export type FoundRecipient = NonNullable<Awaited<ReturnType<typeof findRecipient>>>;

export const setState = (tx: Db, id: number, state: RecipientState, at: Date) =>
  tx.updateTable('alert_recipient').where('id', '=', id).set({ state, changed_at: at }).execute();

/** The confirmed address and the language of the user who asks. */
export const findAsker = (db: Db, userId: number) =>
  db
    .selectFrom('app_user')
    .where('id', '=', userId)
    .where('email_confirmed_at', 'is not', null)
    .select(['email', sql<string | null>`personalization ->> 'locale'`.as('locale')])
    .executeTakeFirst();
