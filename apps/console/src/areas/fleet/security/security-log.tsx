import { type SecurityEvent, SecurityKind } from '@manoboard/contract/installation/security-event';
import { readUserAgent } from '@manoboard/domain/access/user-agent';
import { IconBan, IconCircleCheck } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { DownloadLink } from '../../../lib/http/download-link.tsx';
import { QueryStates } from '../../../lib/http/query-states.tsx';
import { useDisplayTimeZone } from '../../../lib/time/time-zone.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FilterChip } from '../../../ui/filter-chips.tsx';
import { SectionHead } from '../../../ui/section-head.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { StatePill } from '../../../ui/state-pill.tsx';
import { type SecurityFilter, securityCsvHref, securityQuery } from './api.ts';

/** Logins and failed logins, denials, grants of access and exports; for Super Sellers. */
export function SecurityLog() {
  const t = useTranslations('security');
  const [filter, setFilter] = useState<SecurityFilter>({});
  const query = useInfiniteQuery(securityQuery(filter));
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  return (
    <Card aria-labelledby="security-log" className="mt-4">
      <SectionHead id="security-log" title={t('title')} />
      <p className="text-sm text-dim wrap-anywhere">{t('lead')}</p>
      <Filters filter={filter} onFilter={setFilter} />
      <QueryStates query={query} failed={t('failed')} cards={1}>
        {({ pages }) => {
          const events = pages.flatMap((page) => page.events);
          return events.length === 0 ? (
            <p className="text-sm text-dim wrap-anywhere">{t('none')}</p>
          ) : (
            <ul className="mb-4">
              {events.map((event) => (
                <EventRow key={event.seq} event={event} />
              ))}
            </ul>
          );
        }}
      </QueryStates>
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </Card>
  );
}

interface FiltersProps {
  filter: SecurityFilter;
  onFilter: (filter: SecurityFilter) => void;
}

function Filters({ filter, onFilter }: FiltersProps) {
  const t = useTranslations('security');
  const href = securityCsvHref(filter, useDisplayTimeZone());
  const options = [
    { value: '' as const, label: t('all') },
    ...SecurityKind.options.map((kind) => ({ value: kind, label: t(`kind.${kind}`) })),
  ];
  const isRefused = filter.outcome === 'refused';
  return (
    <div className="flex items-center flex-wrap gap-y-2 gap-x-4 my-3">
      <SelectField
        label={t('filter')}
        value={filter.kind ?? ''}
        options={options}
        onChange={(kind) => onFilter({ ...filter, kind: kind || undefined })}
      />
      <FilterChip
        label={t('onlyRefused')}
        icon={<IconBan stroke={1.8} />}
        isPressed={isRefused}
        onClick={() => onFilter({ ...filter, outcome: isRefused ? undefined : 'refused' })}
      />
      <DownloadLink href={href} fileName="security-log.csv" isPlain className="ml-auto min-h-9 underline">
        {t('csv')}
      </DownloadLink>
    </div>
  );
}

/** Done by the server, a board, a program or a tool of the operator, and not by an account. */
const isOfMachine = ({ kind, detail }: SecurityEvent) =>
  kind === 'start' || kind === 'board' || 'tool' in detail || 'program' in detail;

function EventRow({ event }: { event: SecurityEvent }) {
  const t = useTranslations('security');
  const { dateTime } = useFormatter();
  const { at, kind, outcome, code, user, address, user_agent, count, detail } = event;
  const { browser, system } = readUserAgent(user_agent);
  const isDone = outcome === 'done';
  const facts = [
    user?.name ?? (isOfMachine(event) ? null : t('unknown')),
    address,
    [browser, system].filter(Boolean).join(', '),
    code,
    ...Object.entries(detail).map(([name, value]) => `${name}: ${value}`),
  ];
  return (
    <li className="grid items-center border-t border-line gap-y-0.5 gap-x-3 py-2.5 grid-cols-[10rem_minmax(0,1fr)_auto] max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:[&>:last-child]:row-start-1 max-sm:[&>:last-child]:col-start-2">
      <span className="tabular-nums tracking-tight text-md text-dim max-sm:col-start-1">
        {dateTime(new Date(at * 1000), { dateStyle: 'short', timeStyle: 'medium' })}
      </span>
      <span className="grid min-w-0 max-sm:row-start-2 max-sm:col-[1/3]">
        <strong className="text-md font-semibold wrap-anywhere">
          {t(`kind.${kind}`)}
          {count > 1 && ` ${t('times', { count })}`}
        </strong>
        <span className="text-sm text-dim wrap-anywhere">{facts.filter(Boolean).join(' · ')}</span>
      </span>
      <StatePill
        tone={isDone ? 'run' : 'stop'}
        icon={isDone ? <IconCircleCheck aria-hidden /> : <IconBan aria-hidden />}
      >
        {t(`outcome.${outcome}`)}
      </StatePill>
    </li>
  );
}
