import { AlertCode, ReportedCode } from '@manoboard/contract/alert/alert';
import { LOCALES, type Locale } from '@manoboard/contract/locales';
import { faultOf } from '@manoboard/domain/fc/faults';
import { articles } from '@manoboard/i18n/help/articles';
import { translatorOf } from '@manoboard/i18n/translator';
import { FC_FAULTS } from '@manoboard/testkit/fc-faults';
import { describe, expect, it } from 'vitest';
import { alertSection } from '../../../lib/page/help-link.tsx';
import { FAULT_ROWS, faultSection, findSections, helpSections } from './help-sections.ts';

const sectionsOf = (locale: Locale) => {
  const translate = translatorOf(locale);
  return helpSections(articles[locale], { text: (key) => translate(key), number: String });
};
const body = (blocks: readonly unknown[]) => JSON.stringify(blocks);

describe.each(LOCALES)('help sections in %s', (locale) => {
  const sections = sectionsOf(locale);
  const find = (id: string) => sections.find((section) => section.id === id);

  const others = AlertCode.options.filter((code) => !ReportedCode.options.some((known) => known === code));
  it.each(others)('R7.4 alert %s of a rule has a section with its causes and the next step', (code) => {
    const section = find(alertSection(code));
    expect(section?.title.length).toBeGreaterThan(5);
    expect(section?.blocks).toHaveLength(4);
    expect(body(section?.blocks ?? [])).not.toMatch(/[{]\w+[}]|alertRule/);
  });

  it.each(ReportedCode.options)('R7.4 alert %s has a section with its meaning and steps', (code) => {
    const section = find(alertSection(code));
    expect(section?.title.length).toBeGreaterThan(5);
    expect(section?.blocks).toHaveLength(3);
    expect(body(section?.blocks ?? [])).not.toMatch(/[{]\w+[}]/);
  });

  it.each(
    Object.entries(FC_FAULTS).flatMap(([type, names]) =>
      Object.entries(names).map(([code, name]) => [type, Number(code), name] as const),
    ),
  )('fault %s %i %s has a section with its code and advice', (type, code, name) => {
    const kind = faultOf({ fcType: type }, code)?.kind;
    const section = kind && find(faultSection(kind));
    expect(body(section?.blocks ?? [])).toContain(`${name} (${code})`);
    expect(FAULT_ROWS).toContainEqual({ code, name, kind });
  });

  it('has each anchor once and no number left out', () => {
    const ids = sections.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(body(sections)).not.toMatch(/\{(min|max|step|start|reset)\w*\}/);
  });
});

describe('search of the help', () => {
  const sections = sectionsOf('sk');
  const titles = (wanted: string) => findSections(sections, wanted).map(({ title }) => title);

  it('ignores accents and case, and puts matches in the title first', () =>
    expect(titles('CAKA')[0]).toBe('Prečo čerpadlo čaká'));
  it('requires all words', () => {
    expect(titles('čaká nádobe')).toContain('Prečo čerpadlo čaká');
    expect(titles('čaká ponorka')).toEqual([]);
  });
  it('finds a fault by the name on the display', () =>
    expect(titles('PIDE')).toContain('Strata spätnej väzby PID'));
  it('R5.5 the pressure limits are those of the domain rules', () =>
    expect(findSections(sections, 'od 3 do 5.5 bar').map(({ id }) => id)).toContain('pressure'));
  it('finds nothing without words', () => expect(titles('  ')).toEqual([]));
});
