import type { Alert, AlertDetail } from '@manoboard/contract/alert/alert';
import { RuleKind } from '@manoboard/contract/alert/kinds';
import type { ReadingField } from '@manoboard/contract/mqtt/reading';
import { measuredValues } from '@manoboard/domain/alerts/rules/alert-numbers';
import { evidenceLimits } from '@manoboard/domain/alerts/rules/evidence-limits';
import { STOPPING_CODES } from '@manoboard/domain/protection/codes';
import { IconArrowRight, IconCloudOff, IconRuler2 } from '@tabler/icons-react';
import { type ComponentType, type ReactNode, useId, useMemo, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { AlertListLink, DeviceLink, GraphLink } from '../../../device/links.tsx';
import { LoadStates } from '../../../lib/http/load-states.tsx';
import { usePageSubject } from '../../../lib/page/page-subject.ts';
import { Card } from '../../../ui/card.tsx';
import { PageHead } from '../../../ui/heading.tsx';
import { Banner, Notice } from '../../../ui/notice.tsx';
import { SectionHead } from '../../../ui/section-head.tsx';
import { VisitDialog } from '../visit/visit-dialogs.ts';
import { VisitLine } from '../visit/visit-line.tsx';
import { NoteDialog, ResolveDialog } from './alert-dialogs.ts';
import { deviceNameOf, useAlertTexts } from './alert-facts.ts';
import { AlertHead } from './alert-head.tsx';
import { Causes, Earlier, NextStep, Notes, Progress, SpecFields } from './alert-parts.tsx';
import type { AlertRights } from './alert-rights.ts';
import { RuleWords, useRuleText } from './rule-words.tsx';
import { TakeOffer } from './take-offer.tsx';
import { type AlertState, useAlert } from './use-alert.ts';
import { useReopened } from './use-reopened.ts';

export interface EvidenceProps {
  deviceId: string;
  evidence: { fields: readonly ReadingField[]; from: number; to: number };
  sinceS: number;
  raisedS: number;
  limits: readonly { field: ReadingField; value: number }[];
  measured: Partial<Record<ReadingField, number>>;
}

interface Props {
  id: number;
  user: { id: number; name: string };
  rightsOf: (deviceId: string | null) => AlertRights;
  Evidence: ComponentType<EvidenceProps>;
  Deliveries: ComponentType<{ alert: AlertDetail }>;
  /** R9.1: the water of the pump now. */
  Water: ComponentType<{ deviceId: string }>;
  /** R5.11: the start that the board plans, with its choices. */
  Retry: ComponentType<{ deviceId: string; name: string }>;
  /** It stands beside the list of alerts, not on a page of its own. */
  isBeside?: boolean;
  /** The user opened the "I take it" link; `onTakeEnd` closes the offer. */
  isTaking: boolean;
  onTakeEnd: () => void;
  /** Problems of the link to the server. */
  banner: ReactNode;
}

/** One alert: what happened, what the rule judged, what to do, and who knows. */
export function AlertView({ id, banner, ...props }: Props) {
  const t = useTranslations();
  const { dateTime } = useFormatter();
  const state = useAlert(id);
  const { alert, staleSinceMs, retry } = state;
  return (
    <div className="@container min-w-0">
      {state.state !== 'ready' && !props.isBeside && <PageHead title={t('alerts.title')} />}
      {banner}
      {staleSinceMs !== undefined && (
        <Banner icon={<IconCloudOff size={20} aria-hidden />}>
          {t('panel.stale', { time: dateTime(new Date(staleSinceMs), { timeStyle: 'medium' }) })}
        </Banner>
      )}
      <LoadStates
        state={state.state}
        error={state.error}
        failed={t('alertPage.failed')}
        cards={2}
        onRetry={retry}
      />
      {state.state === 'missing' && (
        <Notice title={t('alertPage.missing')} text={t('alertPage.missingHint')}>
          <AlertListLink>{t('alertPage.toList')}</AlertListLink>
        </Notice>
      )}
      {state.state === 'ready' && alert && <Details key={alert.id} alert={alert} state={state} {...props} />}
    </div>
  );
}

type DetailsProps = Omit<Props, 'id' | 'banner'> & { alert: AlertDetail; state: AlertState };

function Details(props: DetailsProps) {
  const { alert, state, user, rightsOf, Evidence, Deliveries, Water, Retry, isBeside = false } = props;
  const [resolving, setResolving] = useState<Alert>();
  const [noting, setNoting] = useState<Alert>();
  const [isPlanning, setIsPlanning] = useState(false);
  const { titleOf } = useAlertTexts();
  const { id_dev, code } = alert;
  const rights = rightsOf(id_dev);
  useReopened('note', [alert], setNoting);
  useReopened('resolve', [alert], setResolving);
  usePageSubject(isBeside ? undefined : titleOf(alert));
  const isStop = STOPPING_CODES.some((stop) => stop === code);
  const plan = () => setIsPlanning(true);
  return (
    <>
      <AlertHead
        alert={alert}
        user={user}
        rights={rights}
        isBeside={isBeside}
        water={id_dev !== null && <Water deviceId={id_dev} />}
        retry={id_dev !== null && isStop && <Retry deviceId={id_dev} name={deviceNameOf(alert)} />}
        visit={id_dev !== null && <VisitLine deviceId={id_dev} />}
        onChanged={state.replace}
        onResolve={() => setResolving(alert)}
        onNote={() => setNoting(alert)}
        onPlan={rights.canPlan && id_dev !== null ? plan : undefined}
      />
      {props.isTaking && rights.canTake && !alert.resolved && (
        <TakeOffer alert={alert} userId={user.id} onChanged={state.replace} onClose={props.onTakeEnd} />
      )}
      {/* On a narrow page what to do comes before the evidence. */}
      <div className="grid items-start gap-gutter @4xl:grid-cols-[minmax(0,1fr)_minmax(0,23rem)] @4xl:grid-rows-[auto_1fr]">
        <NextStep alert={alert} />
        <div className="grid min-w-0 gap-gutter @4xl:col-start-1 @4xl:row-span-2 @4xl:row-start-1">
          <Judged alert={alert} Evidence={Evidence} />
          <Causes alert={alert} />
        </div>
        <div className="grid min-w-0 gap-gutter @4xl:col-start-2">
          <Deliveries alert={alert} />
          <Progress alert={alert} />
          {!alert.resolved && alert.notes !== null && (
            <Notes alert={alert} onEdit={rights.canResolve ? () => setNoting(alert) : undefined} />
          )}
          <Earlier alert={alert} />
          <SpecFields alert={alert} />
        </div>
      </div>
      {isPlanning && id_dev !== null && (
        <VisitDialog
          deviceId={id_dev}
          name={deviceNameOf(alert)}
          alertId={alert.id}
          onClose={() => setIsPlanning(false)}
        />
      )}
      {resolving && (
        <ResolveDialog
          alerts={[resolving]}
          userName={user.name}
          onChanged={state.replace}
          onClose={() => setResolving(undefined)}
        />
      )}
      {noting && <NoteDialog alert={noting} onChanged={state.replace} onClose={() => setNoting(undefined)} />}
    </>
  );
}

/** The graph of what the rule judged, and the rule in words. */
function Judged({ alert, Evidence }: Pick<DetailsProps, 'alert' | 'Evidence'>) {
  const t = useTranslations('alertPage');
  const { dateTime } = useFormatter();
  const id = useId();
  const ruleText = useRuleText();
  const { kind, id_dev, evidence, since_timestamp, timestamp, thresholds, numbers } = alert;
  const limits = useMemo(
    () => evidenceLimits(kind, { ...thresholds, ...numbers }),
    [kind, thresholds, numbers],
  );
  const measured = useMemo(() => measuredValues(numbers), [numbers]);
  const clock = (atS: number) => dateTime(new Date(atS * 1000), { hour: '2-digit', minute: '2-digit' });
  const rule = RuleKind.options.find((known) => known === kind);
  const hasGraph = id_dev !== null && evidence.fields.length > 0;
  return (
    <Card aria-labelledby={id}>
      <div className="flex items-baseline flex-wrap justify-between gap-y-1 gap-x-4">
        <SectionHead
          id={id}
          title={t('judged')}
          hint={hasGraph ? t('range', { from: clock(evidence.from), to: clock(evidence.to) }) : undefined}
        />
        {id_dev !== null && (
          <GraphLink
            className="cursor-pointer inline-flex items-center gap-1 text-md font-semibold text-link min-h-8 pointer-coarse:min-h-11"
            deviceId={id_dev}
            fromS={evidence.from}
            toS={evidence.to}
          >
            {t('graphs')} <IconArrowRight size={16} aria-hidden />
          </GraphLink>
        )}
      </div>
      {hasGraph && (
        <Evidence
          deviceId={id_dev}
          evidence={evidence}
          limits={limits}
          measured={measured}
          sinceS={since_timestamp}
          raisedS={timestamp}
        />
      )}
      {/* A refused converter answers: the rule about a silent one says nothing about it. */}
      {!alert.fc_refusal && (
        <p className="border border-line rounded-md bg-inset flex gap-3 text-md px-4 py-3 mt-4 leading-[1.65] [&_svg]:flex-none [&_svg]:text-dim [&_svg]:mt-1">
          <IconRuler2 size={18} stroke={1.7} aria-hidden />
          <span>
            <strong>{t('rule')}</strong> <RuleWords text={ruleText(alert) ?? t('ruleUnknown')} />{' '}
            {rule && id_dev !== null && (
              <DeviceLink className="font-semibold text-link" deviceId={id_dev} tool="rules" view={rule}>
                {t('tryRule')}
              </DeviceLink>
            )}
          </span>
        </p>
      )}
    </Card>
  );
}
