import { EnrolCard } from '../../features/enrolment/enrol-card.tsx';
import { InstallationView } from '../../features/installation/installation-view.tsx';
import { areaTexts } from '../../lib/area-texts.tsx';
import { LoadingPage } from './loading-page.tsx';

const InstallationTexts = areaTexts('installation');

export const InstallationPage = () => (
  <InstallationTexts waiting={<LoadingPage />}>
    <InstallationView enrolment={(boardUrl) => <EnrolCard boardUrl={boardUrl} />} />
  </InstallationTexts>
);
