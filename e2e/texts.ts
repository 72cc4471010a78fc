/** What a person reads, from the same files as the console. */
export { texts } from '@manoboard/i18n/texts';
