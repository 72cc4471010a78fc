import type { GlobalPermission } from '@manoboard/contract/account/staff';
import type { ReportedCode } from '@manoboard/contract/alert/alert';
import type { DeviceAction } from '@manoboard/contract/device/device-access';
import type { EventCode } from '@manoboard/contract/mqtt/event';

/** Chapters in the order of the contents. Alerts and faults get a section for each code, from the tables of codes. */
export const HELP_CHAPTERS = {
  start: ['console', 'install', 'add-device', 'wifi', 'offline'],
  states: ['states', 'waiting', 'stopped', 'fault'],
  control: ['switch', 'pressure', 'lock', 'lock-out', 'fault-reset', 'meters', 'graphs'],
  alerts: ['alerts', 'notifications', 'night-starts'],
  faults: ['faults'],
  people: ['roles', 'users', 'delegate', 'transfer', 'account', 'security', 'programs'],
  technician: ['commissioning', 'diagnostics', 'registers', 'config', 'firmware', 'restart'],
  glossary: ['glossary'],
} as const;
export type HelpChapter = keyof typeof HELP_CHAPTERS;
export type HelpTopic = (typeof HELP_CHAPTERS)[HelpChapter][number];

/** Parts that the console draws from its tables. */
export type HelpPart = 'states' | 'waiting' | 'alerts' | 'faults' | 'rights';

/** A paragraph, a list, steps, a note, terms with their meaning, or a drawn part. `**` marks strong words. */
export type HelpBlock =
  | string
  | { list: readonly string[] }
  | { steps: readonly string[] }
  | { note: string }
  | { terms: readonly (readonly [term: string, meaning: string])[] }
  | { part: HelpPart };

interface HelpText {
  title: string;
  /** Words that people search for and the text does not contain. */
  keywords?: string;
  blocks: readonly HelpBlock[];
}

interface Question {
  id: string;
  question: string;
  answer: string;
  topic: HelpTopic;
}

/** Help of one language. Names in braces are numbers of the domain rules, inserted by the console. */
export interface HelpTexts {
  chapters: Record<HelpChapter, string>;
  topics: Record<HelpTopic, HelpText>;
  /** Event codes have their name in `boardEvent`. */
  alertNames: Record<Exclude<ReportedCode, EventCode>, string>;
  alerts: Record<ReportedCode, { meaning: string; steps: readonly string[] }>;
  rights: Record<DeviceAction | GlobalPermission, string>;
  questions: readonly Question[];
}
