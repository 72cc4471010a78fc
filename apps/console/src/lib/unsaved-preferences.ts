import type { Personalization } from '@manoboard/contract/nouns/account';
import { session } from './session.ts';

export type Preferences = Partial<Pick<Personalization, 'locale' | 'theme_colour'>>;

let unsaved: Preferences = {};
session.onEnd(() => {
  unsaved = {};
});

/** What was chosen on this browser, also before the login, and the account does not have yet. */
export const unsavedPreferences = {
  get: () => unsaved,
  add(preferences: Preferences) {
    unsaved = { ...unsaved, ...preferences };
  },
  /** Forgets what the account has; a later choice stays. */
  markSaved(saved: Preferences) {
    if (unsaved.locale === saved.locale) delete unsaved.locale;
    if (unsaved.theme_colour === saved.theme_colour) delete unsaved.theme_colour;
  },
};
