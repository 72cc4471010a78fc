import { mergeTexts } from '@manoboard/i18n/merge';
import type { PageMessages } from '@manoboard/i18n/messages';
import type { Locale } from 'use-intl';
import { createLoader, type Loader } from '../page/loader.ts';
import { LazyTexts, type TextFiles, type TextsProps } from './lazy-texts.tsx';

/** A locale file of an area, in both languages. */
export const textFiles = <Texts extends PageMessages>(
  sk: () => Promise<{ default: Texts }>,
  gb: () => Promise<{ default: Texts }>,
): TextFiles<Texts> => ({
  'sk-SK': createLoader(async () => (await sk()).default),
  'en-GB': createLoader(async () => (await gb()).default),
});

/** Problems and validation. */
const common = textFiles(
  () => import('@manoboard/i18n/sk/common.json'),
  () => import('@manoboard/i18n/gb/common.json'),
);

/** Areas of several pages; the file of a single page is declared there. */
const shared = {
  access: textFiles(
    () => import('@manoboard/i18n/sk/access.json'),
    () => import('@manoboard/i18n/gb/access.json'),
  ),
  account: textFiles(
    () => import('@manoboard/i18n/sk/account.json'),
    () => import('@manoboard/i18n/gb/account.json'),
  ),
  deviceTools: textFiles(
    () => import('@manoboard/i18n/sk/device-tools.json'),
    () => import('@manoboard/i18n/gb/device-tools.json'),
  ),
  faults: textFiles(
    () => import('@manoboard/i18n/sk/faults.json'),
    () => import('@manoboard/i18n/gb/faults.json'),
  ),
  overlays: textFiles(
    () => import('@manoboard/i18n/sk/overlays.json'),
    () => import('@manoboard/i18n/gb/overlays.json'),
  ),
  firmware: textFiles(
    () => import('@manoboard/i18n/sk/firmware.json'),
    () => import('@manoboard/i18n/gb/firmware.json'),
  ),
};

type Texts = Record<string, object>;

/** Has a value as soon as all its parts have one, so that texts loaded by another page show at once. */
function joinLoaders(parts: readonly Loader<Texts>[]): Loader<Texts> {
  let joined: Texts | undefined;
  const value = () => {
    const loaded = parts.map((part) => part.value()).filter((texts) => texts !== undefined);
    if (loaded.length === parts.length) joined ??= loaded.reduce<Texts>(mergeTexts, {});
    return joined;
  };
  return {
    value,
    async load() {
      await Promise.all(parts.map((part) => part.load()));
      return value() ?? {};
    },
  };
}

/** A component that loads the common texts and those of these areas for its children. */
export function areaTexts(...areas: readonly (keyof typeof shared | TextFiles)[]) {
  const parts: TextFiles[] = [
    common,
    ...areas.map((area) => (typeof area === 'string' ? shared[area] : area)),
  ];
  const files: TextFiles = {
    'sk-SK': joinLoaders(parts.map((part) => part['sk-SK'])),
    'en-GB': joinLoaders(parts.map((part) => part['en-GB'])),
  };
  const show = (props: TextsProps) => <LazyTexts files={files} {...props} />;
  return Object.assign(show, {
    preload: (locale: Locale) => void files[locale].load().catch(() => undefined),
  });
}
