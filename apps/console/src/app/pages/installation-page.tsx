import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { confirmTestMail, firstRunQuery } from '../../areas/fleet/installation/api.ts';
import { FirstRun } from '../../areas/fleet/installation/first-run.tsx';
import { InstallationView } from '../../areas/fleet/installation/installation-view.tsx';
import { SecurityLog } from '../../areas/fleet/security/security-log.tsx';
import { BlockedCard } from '../../areas/service/enrolment/blocked-card.tsx';
import { EnrolCard } from '../../areas/service/enrolment/enrol-card.tsx';
import { RenewalCard } from '../../areas/service/enrolment/renewal-card.tsx';
import { useLiveLink } from '../../device/live/use-link.ts';
import { paths } from '../../lib/page/paths.ts';
import { LinkButton } from './link-button.tsx';

const MAIL_HASH = /^mail-([\w-]+)$/;

/** The link of a test mail proves that it has arrived. The main panel shows it; a link of an older mail changes nothing. */
function useOpenedMail() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [, token] = MAIL_HASH.exec(useLocation({ select: ({ hash }) => hash })) ?? [];
  useEffect(() => {
    if (token === undefined) return;
    const showPanel = async () => {
      await queries.invalidateQueries({ queryKey: firstRunQuery.queryKey });
      await navigate({ to: paths.superSeller, replace: true });
    };
    void confirmTestMail(token).then(showPanel, showPanel);
  }, [token, navigate, queries]);
}

export function InstallationPage() {
  useOpenedMail();
  useLiveLink();
  return (
    <>
      <InstallationView
        enrolment={(boardUrl, fingerprint) => (
          <>
            <EnrolCard server={{ boardUrl, fingerprint }} />
            <RenewalCard />
            <BlockedCard />
          </>
        )}
      />
      <SecurityLog />
    </>
  );
}

const EnrolLink = () => (
  <LinkButton to={paths.installation}>{useTranslations('firstRun.board')('link')}</LinkButton>
);

/** Above the main panel of a new installation. Nothing while it loads: most installations have no checklist. */
export const FirstRunPart = () => <FirstRun enrolLink={<EnrolLink />} />;
