import type { Personalization } from '@manoboard/contract/nouns/account';
import { setLocale } from '../lib/locale-store.ts';
import { personalizationQuery, savePersonalization } from '../lib/personalization.ts';
import { type Preferences, unsavedPreferences } from '../lib/unsaved-preferences.ts';
import { setAccent } from '../ui/theme/accent.ts';
import { queryClient } from './query-client.ts';

async function apply({ locale, theme_colour }: Preferences) {
  if (theme_colour) setAccent(theme_colour);
  // If the texts fail to load, the page keeps its language.
  if (locale) await setLocale(locale).catch(() => undefined);
}

async function saveUnsaved() {
  const chosen = { ...unsavedPreferences.get() };
  await savePersonalization(queryClient, () => chosen);
  unsavedPreferences.markSaved(chosen);
}

/** R1.1, R1.2: applies a language or theme colour at once and saves it to the account. */
export function savePreference(preference: Preferences) {
  unsavedPreferences.add(preference);
  void apply(preference);
  // A preference that fails to save stays unsaved; the next navigation retries.
  void saveUnsaved().catch(() => undefined);
}

/** Runs on each entry to a protected page: applies the account's preferences; unsaved ones of this browser win. */
export async function applyAccountPreferences(): Promise<void> {
  const saved = queryClient.getQueryData<Personalization>(personalizationQuery.queryKey);
  const unsaved = unsavedPreferences.get();
  if (saved) await apply({ ...saved, ...unsaved });
  if (Object.keys(unsaved).length > 0) void saveUnsaved().catch(() => undefined);
}
