import { TermsText } from '../../features/terms/terms-text.tsx';
import { ToolTexts } from '../../lib/tool-texts.tsx';
import { ReadingLayout } from '../reading-layout.tsx';
import { LoadingPage } from './loading-page.tsx';

export const TermsPage = () => (
  <ReadingLayout>
    <ToolTexts waiting={<LoadingPage />}>
      <TermsText />
    </ToolTexts>
  </ReadingLayout>
);
