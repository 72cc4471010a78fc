import { type Preferences, unsavedPreferences } from '../lib/forms/unsaved-preferences.ts';
import { personalizationQuery, savePersonalization } from '../lib/page/personalization.ts';
import { setLocale } from '../lib/texts/locale-store.ts';
import { setTimeZone } from '../lib/time/time-zone.ts';
import { setAccent } from '../ui/theme/accent.ts';
import { queryClient } from './query-client.ts';

async function apply({ locale, theme_colour, time_zone }: Preferences) {
  if (time_zone !== undefined) setTimeZone(time_zone);
  if (theme_colour) setAccent(theme_colour);
  // If the texts fail to load, the page keeps its language.
  if (locale) await setLocale(locale).catch(() => undefined);
}

async function saveUnsaved() {
  const chosen = { ...unsavedPreferences.get() };
  await savePersonalization(queryClient, () => chosen);
  unsavedPreferences.markSaved(chosen);
}

/** R1.1, R1.2, R3.5: applies a language, theme colour or time zone at once and saves it to the account. */
export function savePreference(preference: Preferences) {
  unsavedPreferences.add(preference);
  void apply(preference);
  // A preference that fails to save stays unsaved; the next navigation retries.
  void saveUnsaved().catch(() => undefined);
}

/** Runs on each entry to a protected page: applies the account's preferences; unsaved ones of this browser win. */
export async function applyAccountPreferences(): Promise<void> {
  const saved = queryClient.getQueryData(personalizationQuery.queryKey);
  const unsaved = unsavedPreferences.get();
  // An account without a zone must not keep the zone of the previous user.
  if (saved) await apply({ time_zone: null, ...saved, ...unsaved });
  if (Object.keys(unsaved).length > 0) void saveUnsaved().catch(() => undefined);
}
