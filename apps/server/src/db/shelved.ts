import { sql } from 'kysely';

/** Of an alert: silent at this time. A shelved alert notifies no one and does not count as open. */
export const isShelved = (at: Date) => sql<boolean>`coalesce(alert.shelved_until > ${at}, false)`;
