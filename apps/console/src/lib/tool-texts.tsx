import type { ToolMessages } from '@manoboard/i18n/messages';
import type { Locale } from 'use-intl';
import { LazyTexts, type TextFiles, type TextsProps } from './lazy-texts.tsx';
import { createLoader } from './loader.ts';

const files: TextFiles<ToolMessages> = {
  'sk-SK': createLoader(async () => (await import('@manoboard/i18n/sk/tools.json')).default),
  'en-GB': createLoader(async () => (await import('@manoboard/i18n/gb/tools.json')).default),
};

export const preloadToolTexts = (locale: Locale) => void files[locale].load().catch(() => undefined);

/** Loads the texts of the device tools with the first tool, since no other page needs them. */
export const ToolTexts = (props: TextsProps) => <LazyTexts files={files} {...props} />;
