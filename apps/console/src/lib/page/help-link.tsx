import type { AlertCode } from '@manoboard/contract/alert/alert';
import type { HelpTopic } from '@manoboard/i18n/help/help';
import { IconHelpCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { paths } from './paths.ts';

/** The anchor of an alert in the help. */
export const alertSection = (code: AlertCode) => `alert-${code.toLowerCase().replaceAll('_', '-')}` as const;
export type HelpSectionId = HelpTopic | ReturnType<typeof alertSection>;

/** Leads to the section of the help that explains this page. */
export function HelpLink({ section }: { section: HelpSectionId }) {
  const t = useTranslations('help');
  return (
    <Link
      to={paths.docs}
      hash={section}
      className="inline-flex items-center gap-1 min-h-9 px-2 rounded-md text-dim text-md whitespace-nowrap pointer-coarse:min-h-11 print:hidden hover:bg-line hover:text-ink"
    >
      <IconHelpCircle size={18} stroke={1.7} aria-hidden />
      <span className="max-sm:sr-only">{t('open')}</span>
    </Link>
  );
}
