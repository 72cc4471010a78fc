import { useLocale } from 'use-intl';

/** R1.1: the language of the screen, for texts that the server sends in both. */
export const useLanguage = () => (useLocale() === 'sk-SK' ? 'sk' : 'gb');
