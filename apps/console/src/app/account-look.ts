import type { Personalization } from '@manoboard/contract/nouns/account';
import { type Choice, choices } from '../lib/choices.ts';
import { setLocale } from '../lib/locale-store.ts';
import { personalizationQuery, savePersonalization } from '../lib/personalization.ts';
import { setAccent } from '../ui/theme/accent.ts';
import { queryClient } from './query-client.ts';

async function show({ locale, theme_colour }: Choice) {
  if (theme_colour) setAccent(theme_colour);
  // Texts that cannot be loaded leave the page in its present language.
  if (locale) await setLocale(locale).catch(() => undefined);
}

async function saveChoices() {
  const chosen = { ...choices.unsaved() };
  await savePersonalization(queryClient, () => chosen);
  choices.settle(chosen);
}

/** R1.1, R1.2: a language or colour that is chosen here counts at once and follows the account. */
export function choose(choice: Choice) {
  choices.note(choice);
  void show(choice);
  // A choice that could not be saved stays noted; the next entry to a page saves it.
  void saveChoices().catch(() => undefined);
}

/** On each entry to a protected page: what the account has, unless something newer was chosen on this browser. */
export async function followAccount(): Promise<void> {
  const saved = queryClient.getQueryData<Personalization>(personalizationQuery.queryKey);
  const unsaved = choices.unsaved();
  if (saved) await show({ ...saved, ...unsaved });
  if (Object.keys(unsaved).length > 0) void saveChoices().catch(() => undefined);
}
