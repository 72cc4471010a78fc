import type { Escalation, EscalationSettings } from '@manoboard/contract/alert/alert-delivery';
import { alertDeliveryCalls } from '@manoboard/contract/alert/alert-delivery.calls';
import { LADDER, type LadderStep, ladderFrom } from '@manoboard/domain/alerts/delivery/ladder';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useReportUnsaved } from '../../../lib/forms/unsaved.ts';
import { request } from '../../../lib/http/http.ts';
import { QueryStates } from '../../../lib/http/query-states.tsx';
import { readQuery } from '../../../lib/http/read-query.ts';
import { useAction } from '../../../lib/http/use-action.ts';
import { useProblemText } from '../../../lib/http/use-problem-text.ts';
import { toast } from '../../../lib/page/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { receiversQuery } from '../notifications/api.ts';
import { LastChange } from './last-change.tsx';
import { useRuleFormat } from './use-rule-format.ts';

const escalationQuery = (deviceId: string) =>
  readQuery(['escalation', deviceId], alertDeliveryCalls.escalation, { params: { id: deviceId } });

/** Minutes that can be chosen; others that are stored stay. */
const MINUTES = [5, 10, 15, 30, 60, 120, 240, 480, 1440];
const SEVERITIES = ['alarm', 'warning'] as const;
type Severity = (typeof SEVERITIES)[number];

/** Tells whether a step has receivers; true while they are unknown. */
function useHasPeople(deviceId: string): (step: LadderStep) => boolean {
  const { data } = useQuery(receiversQuery(deviceId));
  return (step) => data?.steps.find((known) => known.step === step)?.count !== 0;
}

interface StepsProps {
  settings: EscalationSettings;
  severity: Severity;
  hasPeople: (step: LadderStep) => boolean;
}

/** Receivers of an alert of this severity, with the delay of each step, as the server will plan them. */
function Steps({ settings, severity, hasPeople }: StepsProps) {
  const t = useTranslations('escalation');
  const { duration } = useRuleFormat();
  return (
    <ol className="flex flex-wrap gap-2" aria-label={t(`of.${severity}`)}>
      {ladderFrom('owner', { settings, severity, hasPeople }).map(({ step, afterMin, isEmpty }) => (
        <li
          className="grid px-3 py-2 rounded-md bg-inset inset-ring inset-ring-line-strong text-md min-w-32"
          key={step}
        >
          <b>
            {isEmpty
              ? t('nobody')
              : afterMin === 0
                ? t('atOnce')
                : t('after', { time: duration(60 * afterMin) })}
          </b>
          <span className="text-dim">{t(`people.${step}`)}</span>
        </li>
      ))}
    </ol>
  );
}

interface Props {
  device: { id: string; name: string };
  canSet: boolean;
}

function EscalationForm({ device, canSet, saved }: Props & { saved: Escalation }) {
  const t = useTranslations();
  const { duration } = useRuleFormat();
  const queryClient = useQueryClient();
  const hasPeople = useHasPeople(device.id);
  /** The choices that are not saved: the others follow the server. */
  const [chosen, setChosen] = useState<Partial<EscalationSettings>>({});
  const draft = { ...saved.settings, ...chosen };
  const problemText = useProblemText();
  const { run, isSending, error } = useAction({
    send: (body: EscalationSettings) =>
      request(alertDeliveryCalls.setEscalation, { params: { id: device.id }, body }),
    onDone: (next, sent) => {
      queryClient.setQueryData(escalationQuery(device.id).queryKey, next);
      const isUnsent = ([name, value]: [string, unknown]) => value !== Reflect.get(sent, name);
      setChosen((now) => Object.fromEntries(Object.entries(now).filter(isUnsent)));
      toast(t('escalation.saved'), { device: device.name });
    },
  });
  const isDirty = Object.entries(chosen).some(([name, value]) => value !== Reflect.get(saved.settings, name));
  const discard = () => setChosen({});
  useReportUnsaved(isDirty && !isSending, device.name, discard);
  function submit(event: FormEvent) {
    event.preventDefault();
    void run(draft);
  }
  const optionsOf = (now: number | null) => [
    { value: 'never', label: t('escalation.never') },
    ...[...new Set([...MINUTES, ...(now === null ? [] : [now])])]
      .sort((a, b) => a - b)
      .map((min) => ({ value: `${min}`, label: t('escalation.after', { time: duration(60 * min) }) })),
  ];
  return (
    <form onSubmit={submit}>
      {SEVERITIES.map((severity) => {
        const name = `${severity}_minutes` as const;
        return (
          <div
            key={severity}
            className="grid items-center gap-y-2 gap-x-4 py-3 border-b border-line grid-cols-[7rem_minmax(0,1fr)_minmax(0,12rem)] max-md:grid-cols-1"
          >
            <h4 className="text-md font-semibold">{t(`escalation.of.${severity}`)}</h4>
            <Steps settings={draft} severity={severity} hasPeople={hasPeople} />
            {canSet && (
              <SelectField
                label={t(`escalation.field.${name}`)}
                value={`${draft[name] ?? 'never'}`}
                options={optionsOf(draft[name])}
                onChange={(value) =>
                  setChosen({ ...chosen, [name]: value === 'never' ? null : Number(value) })
                }
              />
            )}
          </div>
        );
      })}
      {canSet &&
        LADDER.map((step) => (
          <label key={step} className="flex items-center gap-2.5 text-md min-h-10 pointer-coarse:min-h-11">
            <input
              className="size-5 accent-accent"
              type="checkbox"
              checked={draft[step]}
              onChange={({ currentTarget }) => setChosen({ ...chosen, [step]: currentTarget.checked })}
            />
            {t(`escalation.field.${step}`)}
          </label>
        ))}
      <p className="text-dim text-md mt-1">{t(canSet ? 'escalation.hint' : 'escalation.readOnly')}</p>
      {error && <FormNotice kind="problem">{problemText(error)}</FormNotice>}
      {canSet && (
        <div className="flex flex-wrap gap-2.5 mt-3">
          <Button type="submit" disabled={!isDirty || isSending}>
            {t(isSending ? 'rules.saving' : 'rules.save')}
          </Button>
          <Button variant="default" onClick={discard} disabled={!isDirty || isSending}>
            {t('rules.discard')}
          </Button>
        </div>
      )}
    </form>
  );
}

/** Escalation settings of a device: receivers, and the delay until further ones while an alert is not taken. */
export function EscalationCard(props: Props) {
  const t = useTranslations('escalation');
  const query = useQuery(escalationQuery(props.device.id));
  return (
    <Card aria-labelledby="escalation-title">
      <h3 id="escalation-title">{t('title')}</h3>
      <p className="text-dim text-md mt-1">{t('intro')}</p>
      <QueryStates query={query} failed={t('failed')} isLine>
        {(saved) => (
          <>
            <LastChange atS={saved.changed_timestamp} by={saved.changed_by} />
            <EscalationForm {...props} saved={saved} />
          </>
        )}
      </QueryStates>
    </Card>
  );
}
