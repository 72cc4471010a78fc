import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { HelpLink } from '../../../lib/page/help-link.tsx';
import { PageHead } from '../../../ui/heading.tsx';
import type { VersionFilter } from './api.ts';
import type { VersionLink } from './panel.tsx';
import { ReleasesCard } from './releases-card.tsx';
import { EndedUpdates, RunningUpdates } from './updates-card.tsx';
import { UploadCard } from './upload-card.tsx';
import { VersionDevices, VersionsCard } from './versions-card.tsx';

interface Props {
  /** The version whose devices are listed. */
  chosen: VersionFilter | undefined;
  VersionLink: VersionLink;
  /** Renders the link that closes the list of devices. */
  close: (text: string) => ReactNode;
}

/** R4.14: firmware of the whole fleet, for Super Sellers. */
export function FleetFirmware({ chosen, VersionLink, close }: Props) {
  const t = useTranslations('fleetFirmware');
  return (
    <>
      <PageHead title={t('title')} text={t('lead')}>
        <HelpLink section="firmware" />
      </PageHead>
      <div className="grid items-start gap-gutter grid-cols-2 max-lg:grid-cols-1">
        <div className="grid gap-gutter min-w-0">
          <UploadCard />
          <RunningUpdates />
          <EndedUpdates />
        </div>
        <div className="grid gap-gutter min-w-0">
          <VersionsCard chosen={chosen} VersionLink={VersionLink} />
          {chosen && <VersionDevices key={`${chosen.hw} ${chosen.version}`} filter={chosen} close={close} />}
          <ReleasesCard />
        </div>
      </div>
    </>
  );
}
