import type { Personalization } from '@manoboard/contract/nouns/account';
import { setLocale } from '../lib/locale-store.ts';
import { personalizationQuery, savePersonalization } from '../lib/personalization.ts';
import { type Preferences, unsavedPreferences } from '../lib/unsaved-preferences.ts';
import { setAccent } from '../ui/theme/accent.ts';
import { queryClient } from './query-client.ts';

async function apply({ locale, theme_colour }: Preferences) {
  if (theme_colour) setAccent(theme_colour);
  // Texts that cannot be loaded leave the page in its present language.
  if (locale) await setLocale(locale).catch(() => undefined);
}

async function saveUnsaved() {
  const chosen = { ...unsavedPreferences.get() };
  await savePersonalization(queryClient, () => chosen);
  unsavedPreferences.markSaved(chosen);
}

/** R1.1, R1.2: a language or colour that is chosen here counts at once and follows the account. */
export function savePreference(preference: Preferences) {
  unsavedPreferences.add(preference);
  void apply(preference);
  // A choice that could not be saved stays noted; the next entry to a page saves it.
  void saveUnsaved().catch(() => undefined);
}

/** On each entry to a protected page: what the account has, unless something newer was chosen on this browser. */
export async function applyAccountPreferences(): Promise<void> {
  const saved = queryClient.getQueryData<Personalization>(personalizationQuery.queryKey);
  const unsaved = unsavedPreferences.get();
  if (saved) await apply({ ...saved, ...unsaved });
  if (Object.keys(unsaved).length > 0) void saveUnsaved().catch(() => undefined);
}
