type Level = 'ok' | 'warning' | 'error';

/** What a check has found, as one sentence for the operator. An error keeps the server from its work. */
export interface Finding {
  level: Level;
  subject: string;
  sentence: string;
}

/** The three kinds of findings of a subject. */
export function findingsOf(subject: string) {
  const as = (level: Level) => (sentence: string) => ({ level, subject, sentence }) satisfies Finding;
  return { ok: as('ok'), warning: as('warning'), error: as('error') };
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** The findings as a table, with a summary as its last line. */
export function findingsText(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ subject }) => subject.length));
  const lines = findings.map(
    ({ level, subject, sentence }) => `${level.padEnd(8)} ${subject.padEnd(width)}  ${sentence}`,
  );
  const numberOf = (wanted: Level) => findings.filter(({ level }) => level === wanted).length;
  return [
    ...lines,
    '',
    `${count(numberOf('error'), 'error')}, ${count(numberOf('warning'), 'warning')}.`,
  ].join('\n');
}
