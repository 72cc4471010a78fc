import { IconDownload } from '@tabler/icons-react';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { toast } from '../page/toast.ts';
import { HttpProblem } from './http-problem.ts';

interface Props {
  href: string;
  fileName: string;
  className: string | undefined;
  children: ReactNode;
}

/** The page downloads the file itself, so that it can report a refusal or a truncated file. */
export function DownloadLink({ href, fileName, className, children }: Props) {
  const t = useTranslations('problem');
  const [isLoading, setLoading] = useState(false);
  async function load() {
    setLoading(true);
    try {
      const { download } = await import('./download.ts');
      await download(href, fileName);
    } catch (error) {
      const code = error instanceof HttpProblem ? error.code : 'UNKNOWN';
      void toast(t(code), { kind: 'warning' });
    }
    setLoading(false);
  }
  const onClick = (event: MouseEvent) => {
    const isForNewTab = event.ctrlKey || event.metaKey || event.shiftKey;
    if (isForNewTab) return;
    event.preventDefault();
    if (!isLoading) void load();
  };
  return (
    <a className={className} href={href} download onClick={onClick} aria-busy={isLoading || undefined}>
      <IconDownload size={16} stroke={1.8} aria-hidden />
      {children}
    </a>
  );
}
