import type { FleetUpdate, FleetUpdates } from '@manoboard/contract/firmware/firmware-release';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { DeviceLink } from '../../../device/links.tsx';
import { QueryPanel } from '../../../lib/http/query-states.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { StatePill } from '../../../ui/state-pill.tsx';
import { VirtualRows } from '../../../ui/virtual-rows.tsx';
import { AFTER_UPDATE, endedUpdatesQuery, runningUpdatesQuery } from './api.ts';
import { lineClass, quietClass, rowsClass } from './fleet-firmware-classes.ts';
import { MoreButton } from './panel.tsx';

const ROW_PX = 96;

/** R4.14: running updates with their phase and percent, live. */
export function RunningUpdates() {
  const t = useTranslations('fleetFirmware');
  const query = useQuery(runningUpdatesQuery);
  useRefetchAfterEnd(query.data);
  const { data } = query;
  return (
    <QueryPanel
      id="firmware-running"
      title={t('running.title')}
      hint={data && data.total > 0 ? t('running.count', { count: data.total }) : undefined}
      query={query}
    >
      {({ items, total }) => (
        <>
          {items.length === 0 && (
            <p className={quietClass}>
              {t('running.none')} {t('running.noneHint')}
            </p>
          )}
          <VirtualRows className={rowsClass} items={items} keyOf={({ id }) => id} rowPx={ROW_PX}>
            {(update) => <RunningRow update={update} />}
          </VirtualRows>
          {total > items.length && (
            <p className={quietClass}>{t('running.others', { count: total - items.length })}</p>
          )}
        </>
      )}
    </QueryPanel>
  );
}

/** An update that is not in the list any more has ended: refetch results and versions. */
function useRefetchAfterEnd(data: FleetUpdates | undefined) {
  const client = useQueryClient();
  const ids = data?.items.map(({ id }) => id).join(' ');
  const previous = useRef(ids);
  useEffect(() => {
    if (previous.current !== undefined && ids !== previous.current)
      for (const queryKey of AFTER_UPDATE) void client.invalidateQueries({ queryKey });
    previous.current = ids;
  }, [client, ids]);
}

const nameOf = ({ alias, id_dev }: FleetUpdate) => alias?.trim() || id_dev;

function RunningRow({ update }: { update: FleetUpdate }) {
  const t = useTranslations();
  const { status, percent } = update;
  return (
    <>
      <Subject update={update} />
      <ProgressBar
        label={t('fleetFirmware.running.progress', { device: nameOf(update) })}
        percent={percent}
      />
      <p className={lineClass}>
        <span>{t(`firmware.status.${status}`)}</span>
        <span className="tabular-nums tracking-tight">{t('firmware.percent', { n: percent })}</span>
      </p>
    </>
  );
}

function Subject({ update }: { update: FleetUpdate }) {
  const t = useTranslations('firmware');
  const { id_dev, alias, from_version, version } = update;
  return (
    <p className="flex items-baseline flex-wrap text-md wrap-anywhere gap-y-0.5 gap-x-3 flex-[1_1_12rem] [&>:last-child]:ml-auto [&>:last-child]:whitespace-nowrap">
      <DeviceLink deviceId={id_dev}>{nameOf(update)}</DeviceLink>
      {alias?.trim() && <span className={`${quietClass} tabular-nums tracking-tight`}>{id_dev}</span>}
      <span className="tabular-nums tracking-tight">
        {from_version ?? t('unknownVersion')} <span aria-hidden="true">→</span> <strong>{version}</strong>
      </span>
    </p>
  );
}

/** R4.14: results of ended updates, newest first, with the reason of a failure. */
export function EndedUpdates() {
  const t = useTranslations('fleetFirmware.ended');
  const query = useInfiniteQuery(endedUpdatesQuery);
  return (
    <QueryPanel id="firmware-ended" title={t('title')} query={query}>
      {({ pages }) => {
        // An update that ended between two pages moves the others: drop repeated rows.
        const items = [...new Map(pages.flatMap((page) => page.items).map((row) => [row.id, row])).values()];
        return (
          <>
            {items.length === 0 && <p className={quietClass}>{t('none')}</p>}
            <VirtualRows className={rowsClass} items={items} keyOf={({ id }) => id} rowPx={ROW_PX}>
              {(update) => <EndedRow update={update} />}
            </VirtualRows>
            <MoreButton query={query} hidden={(pages.at(-1)?.total ?? 0) - items.length} />
          </>
        );
      }}
    </QueryPanel>
  );
}

function EndedRow({ update }: { update: FleetUpdate }) {
  const t = useTranslations();
  const { dateTime } = useFormatter();
  const { is_success, status, error, ended_at, started_by } = update;
  const failure = status === 'ROLLED_BACK' ? 'ROLLED_BACK' : 'FAILED';
  return (
    <>
      <div className="flex items-center flex-wrap gap-y-1 gap-x-3">
        <Subject update={update} />
        <StatePill
          tone={is_success ? 'run' : 'stop'}
          icon={is_success ? <IconCircleCheck aria-hidden /> : <IconCircleX aria-hidden />}
        >
          {t(is_success ? 'fleetFirmware.ended.done' : 'fleetFirmware.ended.failed')}
        </StatePill>
      </div>
      {!is_success && (
        <p className="text-stop-ink text-md leading-normal my-1">
          {t(`firmware.status.${failure}`)} {error && t(`firmware.error.${error}`)}
        </p>
      )}
      <p className={quietClass}>
        {ended_at !== null &&
          dateTime(new Date(ended_at * 1000), { dateStyle: 'medium', timeStyle: 'short' })}
        {started_by && ` · ${t('firmware.by', { name: started_by })}`}
      </p>
    </>
  );
}
