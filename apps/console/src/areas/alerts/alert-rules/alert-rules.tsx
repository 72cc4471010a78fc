import { ALERT_KINDS } from '@manoboard/domain/alerts/rules/kinds';
import { IconCloudOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useHasNetwork } from '../../../lib/page/use-network.ts';
import { Banner, Loading, Notice } from '../../../ui/notice.tsx';
import classes from './alert-rules.module.css';
import { EscalationCard } from './escalation-card.tsx';
import type { GraphLink } from './rehearsal-view.tsx';
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
  graphLink: GraphLink;
}

/** Alert rules of a device: their numbers, and a rehearsal before one is changed. */
export function AlertRules({ device, canConfigure, canEscalate, view, onView, graphLink }: Props) {
  const t = useTranslations();
  const hasNetwork = useHasNetwork();
  const { data: settings, isError, refetch } = useQuery(settingsQuery(device.id));
  const kind = ALERT_KINDS.find((each) => each === view);
  if (!settings && !isError) return <Loading text={t('app.loading')} cards={2} />;
  if (!settings)
    return (
      <Notice
        role="alert"
        title={t('panel.failed')}
        text={t('app.unreachableHint')}
        action={{ label: t('common.retry'), onClick: () => void refetch() }}
      />
    );
  return (
    <div className={classes.page}>
      {(isError || !hasNetwork) && (
        <Banner icon={<IconCloudOff size={20} aria-hidden />}>{t('rules.stale')}</Banner>
      )}
      {kind ? (
        <RuleDetail
          key={kind}
          device={device}
          kind={kind}
          settings={settings}
          canConfigure={canConfigure}
          graphLink={graphLink}
          onClose={() => onView('')}
        />
      ) : (
        <>
          <EscalationCard device={device} canSet={canEscalate} />
          <RuleList settings={settings} onOpen={onView} />
        </>
      )}
    </div>
  );
}
