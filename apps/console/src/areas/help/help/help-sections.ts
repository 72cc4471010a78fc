import { AlertCode, ReportedCode } from '@manoboard/contract/alert/alert';
import { type AlertKind, kindOfCode } from '@manoboard/contract/alert/kinds';
import { FaultKind } from '@manoboard/contract/converter/profile-file';
import { EventCode } from '@manoboard/contract/mqtt/event';
import { FAULT_RESETS_PER_HOUR } from '@manoboard/domain/commands/fault-reset';
import { START_LIMITS } from '@manoboard/domain/commands/start-rate';
import { CONVERTER_FACTS } from '@manoboard/domain/fc/faults';
import type { Fault } from '@manoboard/domain/fc/profile';
import { PROTECTION_CODES } from '@manoboard/domain/protection/codes';
import { protectionRules } from '@manoboard/domain/protection/rules';
import { pressureBounds } from '@manoboard/domain/pump/pressure-bounds';
import { PRESSURE_STEP_BAR } from '@manoboard/domain/pump/pressure-step';
import { HELP_CHAPTERS, type HelpBlock, type HelpChapter, type HelpTexts } from '@manoboard/i18n/help/help';
import { alertSection } from '../../../lib/page/help-link.tsx';
import { foldText, searchWords } from '../../../lib/texts/search-text.ts';

export interface HelpSection {
  id: string;
  chapter: HelpChapter;
  title: string;
  blocks: readonly HelpBlock[];
  /** Folded, for the search. */
  titleText: string;
  allText: string;
}

type FaultKey = `fault.${FaultKind}.${'title' | 'advice'}`;
/** Likely causes, the most likely first. */
const CAUSES = ['causes.first', 'causes.second', 'causes.third'] as const;
type RuleKey = `alertRule.${AlertKind}.${'title' | 'next' | (typeof CAUSES)[number]}`;
type OwnKey = 'help.todo' | 'help.codes' | 'help.causes';
/** Names of codes come from the texts of the console, numbers from the domain rules. */
export interface Wording {
  text: (key: FaultKey | RuleKey | `boardEvent.${EventCode}` | OwnKey) => string;
  number: (value: number) => string;
}

export interface FaultRow extends Fault {
  code: number;
}
const allFaults = Object.values(CONVERTER_FACTS).flatMap(({ faults }) =>
  Object.entries(faults).flatMap(([kind, names]) =>
    Object.entries(names).map(
      ([code, name]): FaultRow => ({ code: Number(code), name, kind: kind as FaultKind }),
    ),
  ),
);
const isSameFault = (one: FaultRow, other: FaultRow) => one.code === other.code && one.name === other.name;

/** Every fault of every shipped converter, once: sisters share one numbering. */
export const FAULT_ROWS: readonly FaultRow[] = allFaults.filter(
  (row, at) => allFaults.findIndex((other) => isSameFault(row, other)) === at,
);

export const faultSection = (kind: FaultKind) => `fault-${kind.replaceAll('_', '-')}`;

const isEventCode = (code: AlertCode): code is EventCode => EventCode.options.some((event) => event === code);
const isReported = (code: AlertCode): code is ReportedCode =>
  ReportedCode.options.some((reported) => reported === code);

export const alertName = (code: AlertCode, help: HelpTexts, text: Wording['text']) => {
  if (!isReported(code)) return text(`alertRule.${kindOfCode(code)}.title`);
  const name = isEventCode(code) ? text(`boardEvent.${code}`) : help.alertNames[code];
  return name.charAt(0).toUpperCase() + name.slice(1);
};

function ruleNumbers(number: Wording['number']): Record<string, string> {
  const { min, max } = pressureBounds(1);
  return {
    minBar: number(min),
    maxBar: number(max),
    maxBar10: number(pressureBounds(10).max),
    stepBar: number(PRESSURE_STEP_BAR),
    startsPerHour: number(START_LIMITS.perHour),
    startGapS: number(START_LIMITS.gapS),
    resetsPerHour: number(FAULT_RESETS_PER_HOUR),
  };
}

const fill = (text: string, numbers: Record<string, string>) =>
  text.replace(/\{(\w+)\}/g, (braced, name: string) => numbers[name] ?? braced);

function fillBlock(block: HelpBlock, numbers: Record<string, string>): HelpBlock {
  if (typeof block === 'string') return fill(block, numbers);
  if ('list' in block) return { list: block.list.map((item) => fill(item, numbers)) };
  if ('steps' in block) return { steps: block.steps.map((step) => fill(step, numbers)) };
  return 'note' in block ? { note: fill(block.note, numbers) } : block;
}

function textOf(block: HelpBlock): string {
  if (typeof block === 'string') return block;
  if ('list' in block) return block.list.join(' ');
  if ('steps' in block) return block.steps.join(' ');
  if ('note' in block) return block.note;
  return 'terms' in block ? block.terms.flat().join(' ') : '';
}

/** All sections of the help in the order of the contents. */
export function helpSections(help: HelpTexts, { text, number }: Wording): HelpSection[] {
  const numbers = ruleNumbers(number);
  const section = (
    chapter: HelpChapter,
    id: string,
    title: string,
    blocks: readonly HelpBlock[],
    keywords = '',
  ): HelpSection => ({
    id,
    chapter,
    title,
    blocks,
    titleText: foldText(title),
    allText: foldText(
      [title, help.chapters[chapter], keywords, ...blocks.map(textOf)].join(' ').replaceAll('**', ''),
    ),
  });
  const alerts = AlertCode.options.map((code) => {
    const name = alertName(code, help, text);
    const todo = `**${text('help.todo')}**`;
    if (!isReported(code)) {
      const rule = `alertRule.${kindOfCode(code)}` as const;
      const causes = CAUSES.map((place) => text(`${rule}.${place}`));
      const blocks = [`**${text('help.causes')}**`, { list: causes }, todo, text(`${rule}.next`)];
      return section('alerts', alertSection(code), name, blocks, code);
    }
    const { meaning, steps } = help.alerts[code];
    const rule = PROTECTION_CODES.find((known) => known === code);
    const seconds = rule ? number(protectionRules[rule].afterMs / 1000) : '';
    const blocks = [fill(meaning, { seconds }), todo, { steps }];
    return section('alerts', alertSection(code), name, blocks, code);
  });
  const faults = FaultKind.options.map((kind) => {
    const rows = FAULT_ROWS.filter((row) => row.kind === kind);
    const codes = rows.map(({ code, name }) => `${name} (${code})`).join(', ');
    const blocks = [`${text('help.codes')}: **${codes}**`, text(`fault.${kind}.advice`)];
    return section('faults', faultSection(kind), text(`fault.${kind}.title`), blocks);
  });
  return (Object.keys(HELP_CHAPTERS) as HelpChapter[]).flatMap((chapter) => [
    ...HELP_CHAPTERS[chapter].map((id) => {
      const { title, blocks, keywords } = help.topics[id];
      return section(
        chapter,
        id,
        title,
        blocks.map((block) => fillBlock(block, numbers)),
        keywords,
      );
    }),
    ...(chapter === 'alerts' ? alerts : []),
    ...(chapter === 'faults' ? faults : []),
  ]);
}

/** Sections that contain all words; those with more of the words in their title first. */
export function findSections(sections: readonly HelpSection[], wanted: string): HelpSection[] {
  const words = searchWords(wanted);
  if (words.length === 0) return [];
  const inTitle = ({ titleText }: HelpSection) => words.filter((word) => titleText.includes(word)).length;
  return sections
    .filter(({ allText }) => words.every((word) => allText.includes(word)))
    .sort((a, b) => inTitle(b) - inTitle(a));
}
