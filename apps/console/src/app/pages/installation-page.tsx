import { EnrolCard } from '../../features/enrolment/enrol-card.tsx';
import { InstallationView } from '../../features/installation/installation-view.tsx';
import { ToolTexts } from '../../lib/tool-texts.tsx';
import { LoadingPage } from './loading-page.tsx';

export const InstallationPage = () => (
  <ToolTexts waiting={<LoadingPage />}>
    <InstallationView enrolment={(boardUrl) => <EnrolCard boardUrl={boardUrl} />} />
  </ToolTexts>
);
