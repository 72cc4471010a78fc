import type { Locale } from '@manoboard/i18n/locales';
import { mergeTexts } from '@manoboard/i18n/merge';
import type { PageFile } from '@manoboard/i18n/messages';
import type { Locale as IntlTag } from 'use-intl';
import { createLoader, type Loader } from '../page/loader.ts';
import { LazyTexts, type TextFiles, type TextsProps } from './lazy-texts.tsx';
import { byTag } from './locale.ts';

type Texts = Record<string, object>;
/** A locale file with its imports by language, which `vite-texts.ts` adds to its name. */
type NamedFile = readonly [PageFile, Record<Locale, () => Promise<{ default: Texts }>>];
type File = PageFile | NamedFile;

/** One loader for all pages, so that texts loaded by another page show at once. */
const loaders = new Map<PageFile, TextFiles>();

function textFiles(file: File): TextFiles {
  if (typeof file === 'string') throw new Error(`No imports for ${file}: vite-texts.ts is missing.`);
  const [name, imports] = file;
  const files =
    loaders.get(name) ?? byTag((_tag, locale) => createLoader(async () => (await imports[locale]()).default));
  loaders.set(name, files);
  return files;
}

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

/** A component that loads the texts of these files for its children. */
const textsOf = (parts: readonly TextFiles[]) => {
  const files: TextFiles = byTag((tag) => joinLoaders(parts.map((part) => part[tag])));
  const show = (props: TextsProps) => <LazyTexts files={files} {...props} />;
  return Object.assign(show, {
    preload: (tag: IntlTag) => void files[tag].load().catch(() => undefined),
  });
};

/** The texts of a page that needs no others. */
export const pageTexts = (...files: readonly File[]) => textsOf(files.map(textFiles));

/** With the texts of problems and validation. */
export const areaTexts = (...files: readonly File[]) =>
  textsOf([textFiles('common'), ...files.map(textFiles)]);
