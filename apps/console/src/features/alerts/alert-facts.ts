import type { Alert } from '@manoboard/contract/nouns/alert';

/** The owner's name of the device, or its ID; an alert of the whole installation has a name only. */
export const deviceNameOf = ({ alias, id_dev }: Pick<Alert, 'alias' | 'id_dev'>) =>
  alias?.trim() || (id_dev ?? '');

/** A shelved alert is silent until a time. */
export const isShelvedAt = ({ shelved_until }: Pick<Alert, 'shelved_until'>, nowS: number) =>
  shelved_until !== null && shelved_until > nowS;
