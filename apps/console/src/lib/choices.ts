import type { Personalization } from '@manoboard/contract/nouns/account';
import { session } from './session.ts';

export type Choice = Partial<Pick<Personalization, 'locale' | 'theme_colour'>>;

let unsaved: Choice = {};
session.onEnd(() => {
  unsaved = {};
});

/** What was chosen on this browser, also before the login, and the account does not have yet. */
export const choices = {
  unsaved: () => unsaved,
  note(choice: Choice) {
    unsaved = { ...unsaved, ...choice };
  },
  /** Forgets what the account has; a later choice stays. */
  settle(saved: Choice) {
    if (unsaved.locale === saved.locale) delete unsaved.locale;
    if (unsaved.theme_colour === saved.theme_colour) delete unsaved.theme_colour;
  },
};
