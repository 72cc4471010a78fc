import { useTranslations } from 'use-intl';
export function SellerPage() {
  const t = useTranslations('fleet');
  return <h1>{t('sellerTitle')}</h1>;
}
export const TechnicianPage = SellerPage;
export const MainListPage = SellerPage;
