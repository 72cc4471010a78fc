import type { CommissioningList } from '@manoboard/contract/device/commissioning';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { DeviceLink } from '../../../device/links.tsx';
import { QueryStates } from '../../../lib/http/query-states.tsx';
import { useAction } from '../../../lib/http/use-action.ts';
import { useProblemText } from '../../../lib/http/use-problem-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { commissioningQuery, commissioningsQuery, startCommissioning } from './api.ts';
import { Report } from './report.tsx';
import { useCommissioning } from './use-commissioning.ts';
import { CommissioningCrumb, Wizard } from './wizard.tsx';
import { actionsClass } from './wizard-classes.ts';

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
    <div className="grid gap-2.5">
      <CommissioningCrumb device={device} />
      <div className="flex items-baseline justify-between gap-2.5 flex-wrap">
        <h1 className="font-bold text-title leading-[1.15] tracking-tight max-sm:text-[calc(var(--text-xl)_+_0.1rem)]">
          {t('title')}
        </h1>
      </div>
      <Card className="grid gap-2.5 max-sm:p-4" aria-label={t('title')}>
        <p className="text-md">{t(canCommission ? 'lead' : 'leadRead')}</p>
        {problem && <FormNotice kind="problem">{problem}</FormNotice>}
        {canCommission && (
          <div className={actionsClass}>
            <Button size="touch" disabled={isSending} onClick={() => void begin(undefined)}>
              {list.open === null ? t('start') : t('continue', { number: list.open })}
            </Button>
          </div>
        )}
      </Card>
      <Card aria-labelledby={reportsId} className="[&_svg]:flex-none [&_svg]:text-run-ink">
        <h2 className="font-bold text-md mb-2.5" id={reportsId}>
          {t('reports')}
        </h2>
        {list.finished.length === 0 && <p className="text-sm text-dim">{t('noReports')}</p>}
        <ul className="mb-2.5 [&>*+*]:border-t [&>*+*]:border-line">
          {list.finished.map(({ number, ended_at, by, taken_by }) => (
            <li className="flex items-center gap-2.5 py-2 text-md" key={number}>
              <DeviceLink deviceId={device.id} tool="commissioning" view={number}>
                {t('reportLine', {
                  number,
                  date: dateTime((ended_at ?? 0) * 1000, { dateStyle: 'medium' }),
                })}
              </DeviceLink>
              <span className="text-sm text-dim">{t('reportBy', { by, taken: taken_by ?? '' })}</span>
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
