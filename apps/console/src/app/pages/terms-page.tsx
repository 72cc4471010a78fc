import { TermsText } from '../../areas/account/terms/terms-text.tsx';
import { ReadingLayout } from '../reading-layout.tsx';

export const TermsPage = () => (
  <ReadingLayout>
    <TermsText />
  </ReadingLayout>
);
