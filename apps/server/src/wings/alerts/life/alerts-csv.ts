import type { Alert } from '@manoboard/contract/alert/alert';
import type { Locale } from '@manoboard/contract/locales';
import type { Csv, CsvValue } from '../../../base/csv.ts';

export const alertHead = ({ head, name, codedNames, timeNames }: Csv) =>
  head([
    ...timeNames('time'),
    ...codedNames('severity'),
    ...codedNames('what'),
    ...(['alias', 'id_dev', 'address', 'description', 'assignee'] as const).map(name),
    ...timeNames('cleared'),
    ...timeNames('resolved'),
    ...(['resolved_by', 'notes', 'id'] as const).map(name),
  ]);

/** R7.4: what the list shows, in its words, with the codes beside them. */
export function alertLine({ line, time, wordOf }: Csv, locale: Locale, alert: Alert): string {
  const { timestamp, severity, titles, code, alias, id_dev, address, descriptions, assignee } = alert;
  const timed = (atS: number | null) => time(atS === null ? null : atS * 1000);
  return line([
    ...timed(timestamp),
    ...([wordOf(severity, 'rules.raises'), severity, titles[locale], code] satisfies CsvValue[]),
    ...[alias, id_dev, address, descriptions[locale], assignee?.name],
    ...timed(alert.cleared_timestamp),
    ...timed(alert.resolved_timestamp),
    ...[alert.resolved_by, alert.notes, alert.id],
  ]);
}
