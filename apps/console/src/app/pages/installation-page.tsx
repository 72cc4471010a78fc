import { EnrolCard } from '../../features/enrolment/enrol-card.tsx';
import { InstallationView } from '../../features/installation/installation-view.tsx';
import { areaTexts, textFiles } from '../../lib/area-texts.tsx';
import { LoadingPage } from './loading-page.tsx';

const texts = textFiles(
  () => import('@manoboard/i18n/sk/installation.json'),
  () => import('@manoboard/i18n/gb/installation.json'),
);
const InstallationTexts = areaTexts(texts);

export const InstallationPage = () => (
  <InstallationTexts waiting={<LoadingPage />}>
    <InstallationView enrolment={(boardUrl) => <EnrolCard boardUrl={boardUrl} />} />
  </InstallationTexts>
);
