import { can } from '@manoboard/domain/access/policy';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { AlertRules } from '../../areas/alerts/alert-rules/alert-rules.tsx';
import type { GraphLink } from '../../areas/alerts/alert-rules/rehearsal-view.tsx';
import { writeView } from '../../areas/history/graphs/view.ts';
import type { KnownDevice } from '../../areas/pump/devices/use-devices.ts';
import { paths } from '../../lib/page/paths.ts';
import { RuleTexts } from './rule-texts.tsx';
import { UnsavedGuard } from './unsaved-guard.tsx';

/** Graphs show this time before and after an alert. */
const AROUND_S = 2 * 3600;

interface Props {
  device: KnownDevice;
  roles: readonly string[];
  view: string | undefined;
  onView: (view: string) => void;
  waiting?: ReactNode;
}

/** Alert rules of a device, with links to the graphs. */
export function RulesTool({ device, roles, view, onView, waiting }: Props) {
  const graphLink: GraphLink = (atS, text, className) => (
    <Link
      to={paths.overview}
      search={{
        device: device.id,
        tool: 'graphs',
        view: writeView({ range: { fromS: atS - AROUND_S, toS: atS + AROUND_S } }),
      }}
      className={className}
    >
      {text}
    </Link>
  );
  return (
    <RuleTexts waiting={waiting}>
      <UnsavedGuard />
      <AlertRules
        device={device}
        view={view}
        onView={onView}
        graphLink={graphLink}
        canConfigure={can('set_alert_rules', roles, device.relation)}
        canEscalate={can('set_escalation', roles, device.relation)}
      />
    </RuleTexts>
  );
}
