import { type HopFacts, hopStates } from '@manoboard/domain/telemetry/broken-hop';
import { IconAlertTriangle, IconCircleCheck, IconLoader2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import { deviceStateQuery } from '../../../device/queries.ts';
import { type HopProblem, hopProblems } from './hop-problems.ts';
import { StatusFacts } from './status-facts.tsx';
import { useHopFacts } from './use-hop-facts.ts';

/** R6.1 */
const POLL_MS = 6000;

/** R4.5: the broken hops, the next steps, and the four facts of the spec. */
export function StatusPanel({ deviceId }: { deviceId: string }) {
  const { data: state } = useQuery({ ...deviceStateQuery(deviceId), refetchInterval: POLL_MS });
  const facts = useHopFacts(deviceId, POLL_MS, state);
  return (
    <div className="grid gap-3 p-2">
      <Verdict facts={facts} />
      <StatusFacts deviceId={deviceId} facts={facts} state={state} />
    </div>
  );
}

function Verdict({ facts }: { facts: HopFacts }) {
  const t = useTranslations('deviceStatus');
  const problems = hopProblems(facts);
  const icon = { size: 20, stroke: 1.8, 'aria-hidden': true } as const;
  if (problems.length > 0) {
    return problems.map((problem) => (
      <div
        key={problem}
        className="flex gap-2.5 p-3 rounded-md bg-inset text-md leading-normal [&_svg]:flex-none [&_strong]:block data-[tone=broken]:bg-stop-soft data-[tone=broken]:text-stop-ink data-[tone=well]:bg-run-soft data-[tone=well]:text-run-ink"
        data-tone="broken"
        role="alert"
      >
        <IconAlertTriangle {...icon} />
        <p>
          <strong>{t(`hop.${problem}.title`)}</strong> <Step problem={problem} facts={facts} />
        </p>
      </div>
    ));
  }
  const isWell = Object.values(hopStates(facts)).every((hop) => hop === 'ok');
  return (
    <div
      className="flex gap-2.5 p-3 rounded-md bg-inset text-md leading-normal [&_svg]:flex-none [&_strong]:block data-[tone=broken]:bg-stop-soft data-[tone=broken]:text-stop-ink data-[tone=well]:bg-run-soft data-[tone=well]:text-run-ink"
      data-tone={isWell ? 'well' : 'wait'}
      role="status"
    >
      {isWell ? <IconCircleCheck {...icon} /> : <IconLoader2 {...icon} />}
      <p>{t(isWell ? 'well' : 'wait')}</p>
    </div>
  );
}

/** The next step; for unmeasured values with their names. */
function Step({ problem, facts }: { problem: HopProblem; facts: HopFacts }) {
  const t = useTranslations();
  const { list } = useFormatter();
  if (problem !== 'unmeasured') return t(`deviceStatus.hop.${problem}.step`);
  const values = list(facts.unmeasured.map((field) => t(`device.field.${field}`)));
  return t('deviceStatus.hop.unmeasured.step', { values });
}
