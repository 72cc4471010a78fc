import { RuleKind } from '@manoboard/contract/alert/kinds';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { QueryStates } from '../../../lib/http/query-states.tsx';
import { EscalationCard } from './escalation-card.tsx';
import { RuleDetail } from './rule-detail.tsx';
import { RuleList } from './rule-list.tsx';
import { settingsQuery } from './use-save-rule.ts';

interface Props {
  device: { id: string; name: string };
  canConfigure: boolean;
  canEscalate: boolean;
  /** The kind of the opened rule, from the address. */
  view: string | undefined;
  onView: (view: string) => void;
}

/** Alert rules of a device: their numbers, and a rehearsal before one is changed. */
export function AlertRules({ device, canConfigure, canEscalate, view, onView }: Props) {
  const t = useTranslations('rules');
  const kind = RuleKind.options.find((each) => each === view);
  const query = useQuery(settingsQuery(device.id));
  return (
    <div className="grid gap-gutter grid-cols-1 content-start [&_h3]:text-lg [&_h3]:font-semibold [&_h3]:tracking-tight">
      <QueryStates query={query} stale={() => t('stale')} cards={2}>
        {(settings) =>
          kind ? (
            <RuleDetail
              key={kind}
              device={device}
              kind={kind}
              settings={settings}
              canConfigure={canConfigure}
              onClose={() => onView('')}
            />
          ) : (
            <>
              <RuleList
                deviceId={device.id}
                settings={settings}
                canConfigure={canConfigure}
                onOpen={onView}
              />
              <EscalationCard device={device} canSet={canEscalate} />
            </>
          )
        }
      </QueryStates>
    </div>
  );
}
