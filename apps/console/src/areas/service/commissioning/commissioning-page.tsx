import type { CommissioningList } from '@manoboard/contract/device/commissioning';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { DeviceLink } from '../../../device/links.tsx';
import { QueryStates } from '../../../lib/http/query-states.tsx';
import { useAction } from '../../../lib/http/use-action.ts';
import { useProblemText } from '../../../lib/http/use-problem-text.ts';
import { Card } from '../../../ui/card.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { commissioningQuery, commissioningsQuery, startCommissioning } from './api.ts';
import { Report } from './report.tsx';
import { useCommissioning } from './use-commissioning.ts';
import classes from './wizard.module.css';
import { CommissioningCrumb, Wizard } from './wizard.tsx';

interface Props {
  device: { id: string; name: string };
  canCommission: boolean;
  /** The number of the opened commissioning; without it the list. */
  number: string | undefined;
  onOpen: (number: string) => void;
  start: ReactNode;
  stop: ReactNode;
}

/** Starts a commissioning, also as a correction of a report, and opens it. */
function useStart({ device, onOpen }: Pick<Props, 'device' | 'onOpen'>) {
  const queryClient = useQueryClient();
  const problemText = useProblemText();
  const { run, isSending, error } = useAction({
    send: (corrects: string | undefined) => startCommissioning(device.id, corrects),
    onDone: (next) => {
      queryClient.setQueryData(commissioningQuery(device.id, next.number).queryKey, next);
      onOpen(next.number);
    },
  });
  return { begin: run, isSending, problem: error ? problemText(error) : undefined };
}

function Overview({ list, ...props }: Props & { list: CommissioningList }) {
  const t = useTranslations('commissioning');
  const { dateTime } = useFormatter();
  const reportsId = useId();
  const { device, canCommission } = props;
  const { begin, isSending, problem } = useStart(props);
  return (
    <div className="stack gap-4">
      <CommissioningCrumb device={device} />
      <div className={classes.title}>
        <h1>{t('title')}</h1>
      </div>
      <Card className={classes.card} aria-label={t('title')}>
        <p className="flush text-md">{t(canCommission ? 'lead' : 'leadRead')}</p>
        {problem && <FormNotice kind="problem">{problem}</FormNotice>}
        {canCommission && (
          <div className={classes.actions}>
            <Button mih={44} disabled={isSending} onClick={() => void begin(undefined)}>
              {list.open === null ? t('start') : t('continue', { number: list.open })}
            </Button>
          </div>
        )}
      </Card>
      <Card aria-labelledby={reportsId} className={classes.guard}>
        <h2 className="text-md margin-0-0-4" id={reportsId}>
          {t('reports')}
        </h2>
        {list.finished.length === 0 && <p className="flush dim text-sm">{t('noReports')}</p>}
        <ul className="list margin-bottom-4 divided">
          {list.finished.map(({ number, ended_at, by, taken_by }) => (
            <li key={number}>
              <DeviceLink deviceId={device.id} tool="commissioning" view={number}>
                {t('reportLine', {
                  number,
                  date: dateTime((ended_at ?? 0) * 1000, { dateStyle: 'medium' }),
                })}
              </DeviceLink>
              <span className="flush dim text-sm">{t('reportBy', { by, taken: taken_by ?? '' })}</span>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}

function Opened(props: Props & { number: string }) {
  const t = useTranslations('commissioning');
  const { device, number, canCommission, start, stop } = props;
  const open = useCommissioning(device.id, number);
  const { begin, isSending, problem } = useStart(props);
  return (
    <QueryStates query={open.query} failed={t('failed')} cards={2}>
      {(commissioning) =>
        commissioning.ended_at !== null || !canCommission ? (
          <Report
            device={device}
            commissioning={commissioning}
            problem={problem}
            onCorrect={canCommission && !isSending ? () => void begin(number) : undefined}
          />
        ) : (
          <Wizard device={device} commissioning={commissioning} open={open} start={start} stop={stop} />
        )
      }
    </QueryStates>
  );
}

/** Commissionings of a pump: the list, the open one, or a report. */
export function CommissioningPage(props: Props) {
  const t = useTranslations('commissioning');
  const { device, number } = props;
  const query = useQuery({ ...commissioningsQuery(device.id), enabled: number === undefined });
  if (number !== undefined) return <Opened key={number} {...props} number={number} />;
  return (
    <QueryStates query={query} failed={t('failed')} cards={2}>
      {(list) => <Overview {...props} list={list} />}
    </QueryStates>
  );
}
