import { TermsText } from '../../areas/account/terms/terms-text.tsx';
import { areaTexts } from '../../lib/texts/area-texts.tsx';
import { ReadingLayout } from '../reading-layout.tsx';
import { LoadingPage } from './loading-page.tsx';

const AccountTexts = areaTexts('account');

export const TermsPage = () => (
  <ReadingLayout>
    <AccountTexts waiting={<LoadingPage />}>
      <TermsText />
    </AccountTexts>
  </ReadingLayout>
);
