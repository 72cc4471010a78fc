import type { ConfigState } from '@manoboard/contract/device/device-config-state';
import { isInTenure } from '@manoboard/domain/access/tenure';
import { configStateOf } from '@manoboard/domain/device-config/version';
import type { findDesired, findReport } from './device-config.repo.ts';

export type Desired = NonNullable<Awaited<ReturnType<typeof findDesired>>>;
export type Report = NonNullable<Awaited<ReturnType<typeof findReport>>>;

const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

export const toReported = ({
  version,
  status,
  reason,
  field,
  reportedAt,
}: Report): ConfigState['reported'] => ({
  ver: version,
  st: status,
  ...(reason && { reason }),
  ...(field && { at: field }),
  ts: seconds(reportedAt),
});

const toApplied = ({ appliedVersion, appliedConfig, appliedAt }: Report): ConfigState['applied'] =>
  appliedVersion !== null && appliedConfig && appliedAt
    ? { version: appliedVersion, config: appliedConfig, ts: seconds(appliedAt) }
    : null;

/** What users see: the desired, the reported and the applied configuration. */
export function presentState(
  desired: Desired | undefined,
  report: Report | undefined,
  visibleFromS: number | null,
): ConfigState {
  const version = desired?.version ?? 0;
  const reported = report ? toReported(report) : null;
  return {
    version,
    desired: desired?.config ?? {},
    changed_at: desired ? seconds(desired.createdAt) : null,
    // R4.3c: the configuration is visible in every tenure; its author in a former tenure is not.
    changed_by:
      desired && isInTenure(desired.createdAt.getTime() / 1000, visibleFromS) ? desired.changedBy : null,
    state: configStateOf(version, reported, report?.appliedVersion ?? null),
    reported,
    applied: report ? toApplied(report) : null,
  };
}
