import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LocaleName } from '@manoboard/contract/account/account';
import type { Terms } from '@manoboard/contract/account/terms';
import { byLocale } from '@manoboard/contract/locales';
import { StartRefused } from '../../../base/start-refused.ts';
import { PACKAGE_DIR } from '../../../package-dir.ts';

const DEFAULT_FOLDER = join(PACKAGE_DIR, 'terms');

function readText(folder: string, locale: LocaleName): string {
  const file = join(folder, `terms.${locale}.md`);
  try {
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  } catch {
    throw new StartRefused(`TERMS_DIR: ${file} cannot be read. It must hold the terms of use as Markdown.`);
  }
}

/** R3.1: the texts are read once, at the start; their version is a hash, so that any change is a new version. */
export function readTerms(folder = DEFAULT_FOLDER) {
  const texts = byLocale((locale) => readText(folder, locale));
  const version = createHash('sha256').update(Object.values(texts).join('\0')).digest('hex').slice(0, 12);
  return { version, terms: (locale: LocaleName): Terms => ({ version, text: texts[locale] }) };
}
export type TermsOfUse = ReturnType<typeof readTerms>;
