import type { RehearsalRequest } from '@manoboard/contract/alert/alert-rehearsal';
import type { AlertSettings } from '@manoboard/contract/alert/alert-settings';
import type { RuleKind } from '@manoboard/contract/alert/kinds';
import { alertRules } from '@manoboard/domain/alerts/rules/alert-rules';
import { canRehearse, numberToVary } from '@manoboard/domain/alerts/rules/rehearsal';
import { numbersOf } from '@manoboard/domain/alerts/rules/settings';
import { IconArrowLeft, IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useReportUnsaved } from '../../../lib/forms/unsaved.ts';
import { problemCodeOf } from '../../../lib/http/http-problem.ts';
import { useDisplayTimeZone } from '../../../lib/time/time-zone.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { NumberField } from './number-field.tsx';
import { rehearsalQuery } from './rehearsal-query.ts';
import { OtherValues, RehearsalView } from './rehearsal-view.tsx';
import { numbersFirst } from './use-rule-format.ts';
import { useSaveRule } from './use-save-rule.ts';

const DAYS = 30;

export interface RuleProps {
  device: { id: string; name: string };
  kind: RuleKind;
  settings: AlertSettings;
  canConfigure: boolean;
  onClose: () => void;
}

/** The rehearsal of these numbers, with its progress. */
function useRehearsal(deviceId: string, request: RehearsalRequest) {
  const [share, setShare] = useState(0);
  const query = useQuery({
    ...rehearsalQuery(deviceId, request, setShare),
    enabled: canRehearse(request.kind),
  });
  return { ...query, percent: Math.round(100 * share) };
}

/** The numbers being edited, and those that were tried last. */
function useRuleDraft(kind: RuleKind, settings: AlertSettings) {
  const { thresholds } = alertRules[kind];
  const names = Object.keys(thresholds);
  const today = numbersOf(kind, thresholds, settings);
  const wasOn = !settings.off.includes(kind);
  const [draft, setDraft] = useState<Readonly<Record<string, number>>>(today);
  const [tried, setTried] = useState(draft);
  const [isOn, setIsOn] = useState(wasOn);
  const [vary, setVary] = useState(numberToVary(kind));
  /** Fields with a text that is no number within the limits: it is not what would be saved. */
  const [invalid, setInvalid] = useState<readonly string[]>([]);
  /** Fields begin anew, without typed texts, when their numbers are replaced. */
  const [round, setRound] = useState(0);
  const initial = Object.fromEntries(Object.entries(thresholds).map(([name, each]) => [name, each.initial]));
  function take(next: Readonly<Record<string, number>>) {
    setDraft(next);
    setTried(next);
    setInvalid([]);
    setRound((before) => before + 1);
  }
  return {
    today,
    draft,
    tried,
    vary,
    isOn,
    setIsOn,
    round,
    isValid: invalid.length === 0,
    isDirty: isOn !== wasOn || invalid.length > 0 || names.some((name) => draft[name] !== today[name]),
    isTried: names.every((name) => tried[name] === draft[name]),
    isInitial: invalid.length === 0 && names.every((name) => draft[name] === initial[name]),
    change(name: string, value: number | undefined) {
      setInvalid((before) => [
        ...before.filter((each) => each !== name),
        ...(value === undefined ? [name] : []),
      ]);
      if (value === undefined) return;
      setDraft((values) => ({ ...values, [name]: value }));
      setVary(name);
    },
    commit: () => setTried(draft),
    choose: (value: number) => take({ ...draft, [vary]: value }),
    reset: () => take(initial),
    discard() {
      take(today);
      setIsOn(wasOn);
    },
  };
}

/** One rule: its numbers, and what other numbers would have raised. Nothing changes before it is saved. */
export function RuleDetail({ device, kind, settings, canConfigure, onClose }: RuleProps) {
  const t = useTranslations();
  const zone = useDisplayTimeZone();
  const rule = useRuleDraft(kind, settings);
  const { today, draft, isOn, isDirty, discard } = rule;
  const { data, isError, error, isFetching, percent, refetch } = useRehearsal(device.id, {
    kind,
    thresholds: { ...rule.tried },
    vary: rule.vary,
    days: DAYS,
    zone,
  });
  /** Numbers are saved when their effect is known, or cannot be known. */
  const isTried = !isFetching && rule.isTried && rule.isValid;
  const { save, isSaving, problem } = useSaveRule(device.id);
  useReportUnsaved(isDirty && !isSaving, device.name, discard);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (rule.isValid) save({ kind, numbers: draft, isOn });
  }
  return (
    <div className="grid items-start gap-gutter grid-cols-[minmax(0,22rem)_minmax(0,1fr)] max-lg:grid-cols-1">
      <div className="grid gap-gutter grid-cols-1 content-start">
        <button
          type="button"
          className="inline-flex items-center gap-1 py-0.5 text-md cursor-pointer font-semibold text-link justify-self-start pointer-coarse:min-h-11"
          onClick={onClose}
        >
          <IconArrowLeft size={16} stroke={1.8} aria-hidden />
          {t('rules.all')}
        </button>
        <Card aria-labelledby="rule-title">
          <form className="grid gap-4" onSubmit={submit} noValidate>
            <h3 id="rule-title">{t(`alertRule.${kind}.title`)}</h3>
            <label className="flex items-center gap-2.5 text-md min-h-10 pointer-coarse:min-h-11">
              <input
                className="size-5 accent-accent"
                type="checkbox"
                checked={isOn}
                disabled={!canConfigure}
                onChange={({ currentTarget }) => rule.setIsOn(currentTarget.checked)}
              />
              {t('rules.isOn')}
            </label>
            {!isOn && <p className="text-dim text-md -mt-2.5">{t('rules.offHint')}</p>}
            {numbersFirst(kind).map(([name, threshold]) => (
              <NumberField
                key={`${name} ${rule.round}`}
                kind={kind}
                name={name}
                threshold={threshold}
                today={today[name] ?? threshold.initial}
                value={draft[name] ?? threshold.initial}
                isReadOnly={!canConfigure}
                onChange={(value) => rule.change(name, value)}
                onCommit={rule.commit}
              />
            ))}
            {!canConfigure && <p className="text-dim text-md -mt-2.5">{t('rules.readOnly')}</p>}
            {problem && <FormNotice kind="problem">{problem}</FormNotice>}
            {canConfigure && (
              <div className="flex flex-wrap gap-2.5">
                <Button type="submit" disabled={!isDirty || !isTried || isSaving}>
                  {t(isSaving ? 'rules.saving' : 'rules.save')}
                </Button>
                <Button variant="default" onClick={discard} disabled={!isDirty || isSaving}>
                  {t('rules.discard')}
                </Button>
                <Button variant="default" onClick={rule.reset} disabled={rule.isInitial || isSaving}>
                  {t('rules.reset')}
                </Button>
              </div>
            )}
          </form>
        </Card>
        {data && (
          <OtherValues
            rehearsal={data}
            value={draft[data.vary]}
            isReadOnly={!canConfigure}
            onChoose={rule.choose}
          />
        )}
        <p className="grid gap-2.5 text-md rounded-md bg-inset px-4 py-3 grid-cols-[auto_minmax(0,1fr)]">
          <IconInfoCircle size={18} stroke={1.8} aria-hidden />
          {t('rules.note')}
        </p>
      </div>
      <div
        className="grid gap-gutter grid-cols-1 content-start aria-busy:[&>section]:opacity-60"
        aria-busy={isFetching || undefined}
      >
        {isFetching && <ProgressBar label={t('rules.running')} percent={percent} />}
        {!canRehearse(kind) && <Notice title={t('rules.noPast')} />}
        {isError && (
          <Notice
            role="alert"
            title={t('rules.failed')}
            text={t(`problem.${problemCodeOf(error)}`)}
            action={{ label: t('common.retry'), onClick: () => void refetch() }}
          />
        )}
        {!data && isFetching && <p className="text-dim text-md mt-1">{t('rules.running')}</p>}
        {data && <RehearsalView deviceId={device.id} rehearsal={data} />}
      </div>
    </div>
  );
}
