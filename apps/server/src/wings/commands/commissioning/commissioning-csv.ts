import type { CommissioningStep } from '@manoboard/contract/device/commissioning';
import type { CsvQuery } from '@manoboard/contract/http/query';
import { type CsvReader, createCsv } from '../../../base/csv.ts';

/** The recorded points of all steps. */
export function commissioningCsv(
  steps: readonly CommissioningStep[],
  reader: CsvReader,
  query: CsvQuery,
): string {
  const csv = createCsv(reader, query);
  const names = ['frequency_fc', 'motor_power', 'pressure', 'motor_current', 'required_bar'] as const;
  const head = csv.head([csv.name('step'), ...csv.timeNames('time'), ...names.map(csv.name)]);
  const lines = steps.flatMap(({ name, points }) =>
    points.map(({ at, hz, kw, bar, a, required_bar }) =>
      csv.line([name, ...csv.time(at * 1000), hz, kw, bar, a, required_bar]),
    ),
  );
  return head + lines.join('');
}
