import type { Personalization } from '@manoboard/contract/account/account';
import { session } from '../http/session.ts';

export type Preferences = Partial<Pick<Personalization, 'locale' | 'theme_colour' | 'time_zone'>>;

let unsaved: Preferences = {};
session.onEnd(() => {
  unsaved = {};
});

/** Preferences set in this browser, also before the login, that are not yet saved to the account. */
export const unsavedPreferences = {
  get: () => unsaved,
  add(preferences: Preferences) {
    unsaved = { ...unsaved, ...preferences };
  },
  /** Removes saved values; a value that changed during the save stays. */
  markSaved(saved: Preferences) {
    if (unsaved.locale === saved.locale) delete unsaved.locale;
    if (unsaved.theme_colour === saved.theme_colour) delete unsaved.theme_colour;
    if (unsaved.time_zone === saved.time_zone) delete unsaved.time_zone;
  },
};
