import type { Visit } from '@manoboard/contract/alert/visit';
import { visitGroup } from '@manoboard/domain/alerts/visit';
import { byDistance } from '@manoboard/domain/pump/place';
import { IconAlertTriangle, IconTool } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { DistanceButton } from '../../../device/distance-button.tsx';
import { DeviceLink } from '../../../device/links.tsx';
import { LoadStates } from '../../../lib/http/load-states.tsx';
import { HelpLink } from '../../../lib/page/help-link.tsx';
import { useMedia, WIDE } from '../../../lib/page/use-media.ts';
import { type Position, usePosition } from '../../../lib/page/use-position.ts';
import { serverNowS, useClock } from '../../../lib/time/clock.ts';
import { Button } from '../../../ui/button.tsx';
import { cardClass } from '../../../ui/card.tsx';
import { Face } from '../../../ui/face.tsx';
import { PageHead } from '../../../ui/heading.tsx';
import { Banner, Notice } from '../../../ui/notice.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { NewAlerts } from '../list/new-alerts.tsx';
import { useLastingText } from '../one/use-lasting-text.ts';
import { TwoPanes } from '../two-panes.tsx';
import { useToday, useVisitDayText, workVisitsQuery } from '../visit/use-visits.ts';
import { VisitBox } from '../visit/visit-line.tsx';
import { useEntryTexts, useKilometres } from './entry-texts.ts';
import { JobRow } from './job-row.tsx';
import { useAssignment } from './use-assignment.ts';
import { useWorkList, type WorkEntry } from './use-work-list.ts';
import { type CardActions, ContactButtons, EntryIcon, WorkCard } from './work-card.tsx';

const SPANS = ['today', 'week', 'mine'] as const;
type Span = (typeof SPANS)[number];

/** Something to do: an entry of the work list, or a visit. */
type Job =
  | { key: string; entry: WorkEntry; visit?: undefined }
  | { key: string; visit: Visit; entry?: undefined };

interface Sections {
  now: Job[];
  later: Job[];
  agreed: Job[];
}

const URGENT = ['now', 'today'] as const;

/** R7.4: by need, and within it by the way: a lasting alarm comes before a near trifle. */
function entryJobs(
  entries: readonly WorkEntry[],
  groups: readonly WorkEntry['group'][],
  from?: Position,
): Job[] {
  return groups.flatMap((group) => {
    const own = entries.filter((entry) => entry.group === group);
    const sorted = from ? byDistance(own, from, ({ place }) => place) : own;
    return sorted.map((entry) => ({ key: entry.key, entry }));
  });
}

interface Work {
  entries: readonly WorkEntry[];
  visits: readonly Visit[];
  userId: number;
  today: string;
  position: Position | undefined;
}

function sectionsOf(span: Span, { entries, visits, userId, today, position }: Work): Sections {
  const isMine = span === 'mine';
  const shown = isMine ? entries.filter(({ assignee }) => assignee?.user_id === userId) : entries;
  const days = span === 'today' ? ['late', 'today'] : ['late', 'today', 'week', ...(isMine ? ['later'] : [])];
  const agreed = visits.filter(
    ({ day, technician }) =>
      days.includes(visitGroup(day, today)) && (!isMine || technician?.user_id === userId),
  );
  return {
    now: entryJobs(shown, URGENT, position),
    later: span === 'today' ? [] : entryJobs(shown, ['week'], position),
    agreed: agreed.map((visit) => ({ key: `visit-${visit.id}`, visit })),
  };
}
const countOf = ({ now, later, agreed }: Sections) => now.length + later.length + agreed.length;

interface Props {
  user: { id: number; name: string };
  /** An alert beside the list. */
  detail: (alertId: number) => ReactNode;
  /** Problems of the link to the server. */
  banner: ReactNode;
}

/** R7.1: where a technician lands: what needs a person, by need and place, and what was agreed; the chosen job beside it. */
export function WorkList({ user, detail, banner }: Props) {
  const t = useTranslations();
  const { dateTime } = useFormatter();
  const work = useWorkList();
  const { list, entries } = work;
  const visits = useQuery(workVisitsQuery).data?.items ?? [];
  const today = useToday();
  const { position } = usePosition();
  const isWide = useMedia(WIDE);
  const [span, setSpan] = useState<Span>('today');
  const [chosen, setChosen] = useState<string>();
  const actions = { user, ...useAssignment(work) };
  const of = (one: Span) => sectionsOf(one, { entries, visits, userId: user.id, today, position });
  const sections = of(span);
  const jobs = [...sections.now, ...sections.later, ...sections.agreed];
  const job = isWide ? (jobs.find(({ key }) => key === chosen) ?? jobs[0]) : undefined;
  const names = { now: t('work.group.now'), later: t('work.group.later'), agreed: t('work.group.agreed') };
  return (
    <>
      <PageHead
        title={t('work.title')}
        text={dateTime(serverNowS() * 1000, { weekday: 'long', day: 'numeric', month: 'long' })}
      >
        <div className="flex flex-wrap items-center gap-2.5">
          <Segmented
            label={t('work.span')}
            value={span}
            options={SPANS.map((value) => ({
              value,
              label: `${t(`work.spanOf.${value}`)} ${countOf(of(value))}`,
            }))}
            isDisabled={false}
            onChange={setSpan}
          />
          <DistanceButton />
          <HelpLink section="alerts" />
        </div>
      </PageHead>
      {banner}
      <Problems work={work} />
      <NewAlerts count={list.newCount} onShow={work.showNew} />
      <LoadStates
        state={list.state}
        error={list.error}
        failed={t('alerts.failed')}
        cards={3}
        onRetry={list.retry}
      />
      {list.state === 'ready' && jobs.length === 0 && (
        <Empty isAll={entries.length === 0} onWeek={() => setSpan('week')} />
      )}
      <TwoPanes beside={job && <Beside job={job} detail={detail} actions={actions} />}>
        {(['now', 'later', 'agreed'] as const).map((name) => (
          <Section key={name} name={names[name]} isFramed={isWide && sections[name].length > 0}>
            {sections[name].map((one) =>
              isWide ? (
                <Row key={one.key} job={one} isCurrent={one === job} onChoose={() => setChosen(one.key)} />
              ) : one.visit ? (
                <VisitCard key={one.key} visit={one.visit} userName={user.name} />
              ) : (
                <WorkCard key={one.key} entry={one.entry} {...actions} />
              ),
            )}
          </Section>
        ))}
        {work.hiddenDevices > 0 && <p role="status">{t('work.hidden', { n: work.hiddenDevices })}</p>}
        {list.older.exists && (
          <Button variant="default" disabled={list.older.isLoading} onClick={list.older.load}>
            {list.older.isLoading ? t('app.loading') : t('work.older')}
          </Button>
        )}
      </TwoPanes>
    </>
  );
}

function Problems({ work: { list, haveDevicesFailed, retry } }: { work: ReturnType<typeof useWorkList> }) {
  const t = useTranslations();
  if (!list.isStale && !haveDevicesFailed) return null;
  return (
    <Banner icon={<IconAlertTriangle size={20} aria-hidden />}>
      {t(list.isStale ? 'alerts.stale' : 'work.devicesFailed')}{' '}
      <button type="button" className="cursor-pointer underline pointer-coarse:min-h-11" onClick={retry}>
        {t('common.retry')}
      </button>
    </Banner>
  );
}

function Empty({ isAll, onWeek }: { isAll: boolean; onWeek: () => void }) {
  const t = useTranslations('work');
  if (isAll) return <Notice title={t('empty')} text={t('emptyHint')} />;
  return <Notice title={t('emptyFilter')} action={{ label: t('spanOf.week'), onClick: onWeek }} />;
}

/** Nothing without a job. */
function Section({ name, isFramed, children }: { name: string; isFramed: boolean; children: ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <section className="mb-5" aria-label={name}>
      <h2 className="mx-1 mb-2.5 font-semibold">
        {name} <span className="ml-1 font-normal text-dim">{children.length}</span>
      </h2>
      <ul
        className={
          isFramed
            ? 'divide-y divide-line rounded-lg border border-line bg-card shadow-card'
            : 'grid max-w-180 gap-3'
        }
      >
        {children}
      </ul>
    </section>
  );
}

interface RowProps {
  isCurrent: boolean;
  onChoose: () => void;
}

const Row = ({ job, ...row }: RowProps & { job: Job }) =>
  job.visit ? <VisitRow visit={job.visit} {...row} /> : <EntryRow entry={job.entry} {...row} />;

function EntryRow({ entry, ...row }: RowProps & { entry: WorkEntry }) {
  const { whatOf } = useEntryTexts();
  const lastingText = useLastingText();
  const t = useTranslations('work');
  const kilometres = useKilometres(entry.place);
  const { name, address, sinceS, assignee } = entry;
  const isOver = entry.kind === 'alert' && entry.alert.cleared_timestamp !== null;
  const age = useClock((nowS) => (sinceS === null ? '' : lastingText(nowS - sinceS)));
  return (
    <JobRow
      {...row}
      icon={<EntryIcon entry={entry} />}
      title={whatOf(entry)}
      about={[name, address, isOver && t('passed')].filter(Boolean).join(' · ')}
      end={
        <>
          {kilometres ?? age}
          {assignee && <Face name={assignee.name} />}
        </>
      }
    />
  );
}

const VisitIcon = () => (
  <span
    className="grid size-9.5 flex-none place-items-center rounded-md bg-accent-soft text-accent-ink"
    aria-hidden="true"
  >
    <IconTool size={18} stroke={1.7} />
  </span>
);

/** The day, and that it has passed. */
function useVisitTitle({ day, part }: Visit) {
  const t = useTranslations('work');
  const dayText = useVisitDayText()({ day, part });
  return visitGroup(day, useToday()) === 'late' ? t('late', { day: dayText }) : dayText;
}

const nameOf = ({ alias, id_dev }: Visit) => alias?.trim() || id_dev;

function VisitRow({ visit, ...row }: RowProps & { visit: Visit }) {
  const { technician, address, place } = visit;
  return (
    <JobRow
      {...row}
      icon={<VisitIcon />}
      title={useVisitTitle(visit)}
      about={[nameOf(visit), address].filter(Boolean).join(' · ')}
      end={
        <>
          {useKilometres(place)}
          {technician && <Face name={technician.name} />}
        </>
      }
    />
  );
}

function VisitCard({ visit, userName }: { visit: Visit; userName: string }) {
  const title = useVisitTitle(visit);
  const kilometres = useKilometres(visit.place);
  const { id_dev, address, place, owner } = visit;
  return (
    <li className={`grid gap-3 ${cardClass}`}>
      <div className="flex items-start gap-3.5">
        <VisitIcon />
        <div className="min-w-0 flex-1 wrap-anywhere">
          <h3 className="text-lg leading-snug font-semibold first-letter:uppercase">{title}</h3>
          <p className="text-md text-dim">
            <DeviceLink className="hover:underline" deviceId={id_dev}>
              {nameOf(visit)}
            </DeviceLink>
            {address && <> · {address}</>}
          </p>
        </div>
        {kilometres && <strong className="font-semibold whitespace-nowrap">{kilometres}</strong>}
      </div>
      <VisitBox visit={visit} />
      <div className="flex gap-2.5">
        <ContactButtons owner={owner} address={address} place={place} userName={userName} />
      </div>
    </li>
  );
}

interface BesideProps {
  job: Job;
  detail: Props['detail'];
  actions: CardActions;
}

/** The chosen job with its evidence and its actions. */
function Beside({ job, detail, actions }: BesideProps) {
  const t = useTranslations('work');
  if (job.entry?.kind === 'alert') return detail(job.entry.alert.id);
  return (
    <ul aria-label={t('beside')}>
      {job.visit ? (
        <VisitCard visit={job.visit} userName={actions.user.name} />
      ) : (
        <WorkCard entry={job.entry} {...actions} />
      )}
    </ul>
  );
}
