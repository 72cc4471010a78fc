import { LOCALES, type Locale } from '@manoboard/contract/locales';
import { expect, it } from 'vitest';
import { articles } from './help/articles.ts';
import { texts } from './texts.ts';

/** Synonyms that are not allowed, with the word to use instead: one word for one concept. */
const DROPPED: Record<Locale, readonly [pattern: RegExp, instead: string][]> = {
  sk: [
    [/\balarm|poplach/iu, 'kritické'],
    [/nápoved/iu, 'Pomocník'],
    [
      /(zruš|kvit|reset)\p{L}* (\p{L}+ )?poruch|poruch\p{L}* (\p{L}+ )?(zruš|kvit|reset)/iu,
      'vynulovať poruchu',
    ],
    [/zám(ok|k)/iu, 'visačka, or kto ovláda'],
    [/delegov/iu, 'zdieľať'],
    [/rebrík/iu, 'poradie'],
    [/preskočí sa/iu, 'nikto'],
    [/platform|merač/iu, 'doska, or počítadlo'],
    [/hlavný panel/iu, 'Čerpadlá'],
    [/\b(FC|ID FM)\b/u, 'menič'],
    [/tajomstv/iu, 'tajný kľúč'],
    [/\(a\)/u, 'a form without gender'],
    [/ťuk/iu, 'stlačiť'],
    [/pan(el|eli) meniča/iu, 'klávesnica meniča'],
    [/diaľkov|miestne (ovládanie|riadenie)/iu, 'odtiaľto, konzola, klávesnica meniča'],
  ],
  gb: [
    [/\balarms?\b/iu, 'critical'],
    [/(acknowledge|clear)\w* (the |a )?fault/iu, 'reset a fault'],
    [/\block-out(?! tag)/iu, 'lock-out tag'],
    [/\bladder/iu, 'order'],
    [/min⁻¹/u, 'rpm'],
  ],
};

/** All texts below a value, with their key paths. `keywords` are search terms and may use any word. */
function* textsOf(value: unknown, path = ''): Generator<[path: string, text: string]> {
  if (typeof value === 'string') yield [path, value];
  else if (value && typeof value === 'object')
    for (const [key, part] of Object.entries(value))
      if (key !== 'keywords') yield* textsOf(part, `${path}.${key}`);
}

/** Removes names of ICU arguments and select cases, which are not text. */
const wordsOf = (text: string) => text.replaceAll(/\{\w+|\b\w+ (?=\{)/g, ' ');

it.each(LOCALES)('R1.1 the texts in %s have one word for one thing', (language) => {
  const found = [...textsOf(texts[language]), ...textsOf(articles[language], 'help')].flatMap(
    ([path, text]) =>
      DROPPED[language].flatMap(([pattern, instead]) =>
        pattern.test(wordsOf(text)) ? [`${path}: “${text}”, write ${instead}`] : [],
      ),
  );
  expect(found).toEqual([]);
});
