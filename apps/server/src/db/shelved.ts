import { sql } from 'kysely';

/** True for an alert that is shelved at this time: it notifies no one and does not count as open. */
export const isShelved = (at: Date) => sql<boolean>`coalesce(alert.shelved_until > ${at}, false)`;
