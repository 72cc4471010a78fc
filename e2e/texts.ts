import gb from '@manoboard/i18n/gb.json' with { type: 'json' };
import sk from '@manoboard/i18n/sk.json' with { type: 'json' };

/** What a person reads, from the same files as the console. */
export const texts = { sk, gb };
