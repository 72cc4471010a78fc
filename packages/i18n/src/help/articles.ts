import type { Locale } from '@manoboard/contract/locales';
import gb from '../gb/help/articles.json' with { type: 'json' };
import sk from '../sk/help/articles.json' with { type: 'json' };
import type { HelpTexts } from './help.ts';

/** The help in each language, for tests; the console loads the file of its language. */
export const articles = { sk, gb } as object as Record<Locale, HelpTexts>;
