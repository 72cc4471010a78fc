import type { Alert } from '@manoboard/contract/alert/alert';
import { IconAlertTriangle, IconAlertTriangleFilled, IconBellRinging, IconUser } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { LoadStates } from '../../../lib/http/load-states.tsx';
import { HelpLink } from '../../../lib/page/help-link.tsx';
import { Button } from '../../../ui/button.tsx';
import { FilterChip, FilterChips } from '../../../ui/filter-chips.tsx';
import { PageHead } from '../../../ui/heading.tsx';
import { Banner, Notice } from '../../../ui/notice.tsx';
import { ResolveDialog } from '../one/alert-dialogs.ts';
import type { AlertRights } from '../one/alert-rights.ts';
import { useAssignment } from '../work/use-assignment.ts';
import { alertEntry } from '../work/use-work-list.ts';
import { MyAlertCard, OverRow } from './my-alert-card.tsx';
import { NewAlerts } from './new-alerts.tsx';
import { type AlertList, useAlerts } from './use-alerts.ts';

type Shown = 'alarm' | 'mine' | undefined;

interface Props {
  user: { id: number; name: string };
  rightsOf: (deviceId: string | null) => AlertRights;
  /** Connection problems, shown above the list. */
  banner: ReactNode;
}

const OPEN = {};
const OVER = { state: 'resolved', days: '30' } as const;

/** Sort order: lasting critical alerts first, cleared ones last; the newest first within each group. */
const harm = ({ severity, cleared_timestamp: clearedS }: Alert) =>
  clearedS !== null ? 0 : severity === 'alarm' ? 2 : 1;
const byHarm = (one: Alert, other: Alert) => harm(other) - harm(one) || other.timestamp - one.timestamp;

function Chips({ list, rows, userId, shown, onShown }: ChipProps) {
  const t = useTranslations();
  const { number } = useFormatter();
  const mine = rows.filter(({ assignee }) => assignee?.user_id === userId).length;
  const choices = [
    { value: undefined, label: t('alerts.stateOf.all'), icon: <IconBellRinging stroke={1.8} /> },
    {
      value: 'alarm' as const,
      label: t('alerts.severityOf.alarm'),
      tone: 'stop' as const,
      icon: <IconAlertTriangleFilled />,
      count: list.open && number(list.open.alarm),
    },
    {
      value: 'mine' as const,
      label: t('myAlerts.mine'),
      icon: <IconUser stroke={1.8} />,
      count: number(mine),
    },
  ];
  return (
    <FilterChips className="mb-4" label={t('alerts.filters')}>
      {choices.map(({ value, ...chip }) => (
        <FilterChip
          key={value ?? 'all'}
          {...chip}
          isPressed={shown === value}
          onClick={() => onShown(value)}
        />
      ))}
    </FilterChips>
  );
}
interface ChipProps {
  list: AlertList;
  rows: readonly Alert[];
  userId: number;
  shown: Shown;
  onShown: (shown: Shown) => void;
}

/** R7.4: the alerts of all devices of the user, open ones first, live. */
export function MyAlerts({ user, rightsOf, banner }: Props) {
  const t = useTranslations();
  const [shown, onShown] = useState<Shown>();
  const list = useAlerts(OPEN);
  const [resolving, setResolving] = useState<Alert>();
  const { isSending, onTake } = useAssignment({
    setAssignee: (entry, assignee) => entry.alert && list.replace({ ...entry.alert, assignee }),
    reloadDevices: () => undefined,
  });
  const isShown = ({ severity, assignee }: Alert) =>
    shown === 'alarm' ? severity === 'alarm' : shown !== 'mine' || assignee?.user_id === user.id;
  const rows = list.rows.filter(isShown).toSorted(byHarm);
  const pumps = new Set(list.rows.filter(({ resolved }) => !resolved).map(({ id_dev }) => id_dev)).size;
  const n = list.open ? list.open.alarm + list.open.warning + list.open.info : 0;
  return (
    <>
      <PageHead title={t('alerts.title')}>
        <HelpLink section="alerts" />
      </PageHead>
      {list.open && <p className="-mt-2.5 mb-4 text-dim">{t('myAlerts.summary', { n, pumps })}</p>}
      {banner}
      {list.isStale && (
        <Banner icon={<IconAlertTriangle size={20} aria-hidden />}>
          {t('alerts.stale')}{' '}
          <button
            type="button"
            className="cursor-pointer underline pointer-coarse:min-h-11"
            onClick={list.retry}
          >
            {t('common.retry')}
          </button>
        </Banner>
      )}
      <Chips list={list} shown={shown} onShown={onShown} rows={list.rows} userId={user.id} />
      <NewAlerts count={list.newCount} onShow={list.showNew} />
      <LoadStates
        state={list.state}
        error={list.error}
        failed={t('alerts.failed')}
        cards={2}
        onRetry={list.retry}
      />
      {list.state === 'ready' && (
        <section aria-labelledby="open-alerts">
          <h2 id="open-alerts" className="text-lg font-bold mt-5 mb-3">
            {t('alerts.stateOf.open')}{' '}
            <span className="text-dim text-md font-normal ml-1.5">{t('myAlerts.order')}</span>
          </h2>
          {rows.length === 0 && (
            <Notice
              title={t(shown ? 'alerts.noMatch' : 'alerts.emptyOpen')}
              {...(!shown && { text: t('alerts.emptyOpenHint') })}
            />
          )}
          <ul className="grid gap-3 mb-3 [&>*+*]:border-t [&>*+*]:border-line lg:grid-cols-[repeat(auto-fill,minmax(25rem,1fr))] lg:items-start">
            {rows.map((alert) => (
              <MyAlertCard
                key={alert.id}
                alert={alert}
                isSending={isSending}
                userId={user.id}
                rights={rightsOf(alert.id_dev)}
                onTake={(taken) => onTake(alertEntry(taken, 'now'))}
                onResolve={setResolving}
              />
            ))}
          </ul>
          <Older list={list} />
        </section>
      )}
      {!shown && <Over />}
      {resolving && (
        <ResolveDialog
          alerts={[resolving]}
          userName={user.name}
          onChanged={list.replace}
          onClose={() => setResolving(undefined)}
        />
      )}
    </>
  );
}

function Older({ list: { older, rows, total } }: { list: AlertList }) {
  const t = useTranslations();
  if (!older.exists) return null;
  return (
    <Button fullWidth variant="default" size="md" disabled={older.isLoading} onClick={older.load}>
      {older.hasFailed ? t('alerts.olderFailed') : t('myAlerts.more', { n: total - rows.length })}
    </Button>
  );
}

/** Resolved alerts of the last month. */
function Over() {
  const t = useTranslations('myAlerts');
  const list = useAlerts(OVER);
  if (list.rows.length === 0) return null;
  return (
    <section aria-labelledby="over-alerts">
      <h2 id="over-alerts" className="text-lg font-bold mt-5 mb-3">
        {t('over')} <span className="text-dim text-md font-normal ml-1.5">{t('lastMonth')}</span>
      </h2>
      <ul className="grid mb-3 border border-line rounded-lg bg-card shadow-card gap-0 px-4 py-1 [&>*+*]:border-t [&>*+*]:border-line">
        {list.rows.map((alert) => (
          <OverRow key={alert.id} alert={alert} />
        ))}
      </ul>
      <Older list={list} />
    </section>
  );
}
