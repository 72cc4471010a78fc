/** Texts of the console, from the same files. */
export { texts } from '@manoboard/i18n/texts';
